#!/usr/bin/perl
# A fetcher in Perl: the tasks of a list, three a page.
use strict;
use JSON::PP;
$| = 1;
my @items = map { {id => "t$_", name => "task $_"} } 1 .. 7;
while (my $line = <STDIN>) {
    my $request = eval { decode_json($line) };
    next unless ref $request eq 'HASH' && ($request->{type} // '') =~ /^interactor\.input\.(search|lookup)$/;
    my ($verb, $data) = ($1, $request->{data});
    my %answer = (type => 'interactor.output.found', correlationid => $request->{correlationid} // $request->{id}, subject => $request->{subject});
    my $start = $data->{cursor} // 0;
    my @found = $verb eq 'lookup' ? grep { $_->{id} eq $data->{id} } @items : grep { $_ } @items[$start .. $start + 2];
    $answer{data} = {source => $data->{source}, items => \@found};
    $answer{data}{cursor} = '' . ($start + 3) if $verb eq 'search' && $start + 3 < @items;
    delete @answer{grep { !defined $answer{$_} } keys %answer};
    print encode_json(\%answer), "\n";
}
