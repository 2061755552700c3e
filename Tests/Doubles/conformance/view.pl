#!/usr/bin/perl
# A view in Perl, from protocols/roles.md: it prints a screen's title, texts and rows. Commands: search, select, press, back and quit; each waits
# until the screen has settled.
use strict;
use JSON::PP;
use IO::Select;
binmode STDIN;
$| = 1;
open my $commands, '<&=', 3 or die "view: descriptor 3: $!\n";
open my $terminal, '>&=', 4 or die "view: descriptor 4: $!\n";
binmode $terminal, ':utf8';
$terminal->autoflush(1);
my ($count, $top, $waiting, %screens, @rows, @commands) = (0, '', 'the first screen');

sub plain { my $text = ref $_[0] ? '' : shift // ''; $text =~ s/[\x00-\x1f\x7f-\x9f\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]//g; substr $text, 0, 4096 }

sub draw {
    my $screen = $screens{$top} or return;
    @rows = ();
    print $terminal '== ', plain($screen->{title}), " ==\n", map { plain($_) . "\n" } grep { defined } $screen->{activity}, $screen->{alert} && "! $screen->{alert}{title}: $screen->{alert}{message}";
    for my $part (@{$screen->{parts}}) {
        my ($kind) = grep { $_ ne 'fallback' } keys %$part;
        my $content = ref $part->{$kind} eq 'HASH' ? $part->{$kind} : {};
        print $terminal plain($_), "\n" for grep { defined } @$content{qw(heading text body caption alternative)}, $part->{fallback};
        for my $row (@{$content->{rows} // []}) {
            push @rows, $row->{id};
            print $terminal scalar(@rows), '. ', join('  ', map { plain(ref $_ ? $_->{text} : $_) } $row->{title} // (), @{$row->{cells} // []}), "\n";
        }
    }
}

sub report {
    my ($type, $data) = @_;
    my $id = $waiting = join '-', $ENV{VIPERLINE_SERVICE} // 'view', $ENV{VIPERLINE_RUN} // $$, ++$count;
    print encode_json({type => "view.output.$type", id => $id, correlationid => $id, subject => $top, data => $data}), "\n";
}

sub receive {
    my $event = eval { decode_json(shift) };
    return unless ref $event eq 'HASH' && ref $event->{data} eq 'HASH';
    if ($event->{type} eq 'router.output.didNavigate') {
        my @stack = @{$event->{data}{stack}} or exit 0;
        $top = $stack[-1]{scene};
        $waiting = '' if ($event->{correlationid} // '') eq $waiting && $screens{$top};
    } elsif ($event->{type} eq 'view.input.show') {
        my $screen = $screens{$event->{subject}} = $event->{data}{screen};
        $waiting = '' if ref $screen eq 'HASH' && !$screen->{activity} && ($count == 0 || ($event->{correlationid} // '') eq $waiting);
    } else { return }
    eval { draw() };
}

sub obey {
    my ($verb, $rest) = split ' ', shift, 2;
    if ($verb eq 'quit') { exit 0 } elsif ($verb eq 'back') { report('didGoBack', {}) }
    elsif ($verb eq 'search') { report('didSearch', {query => $rest}) } elsif ($verb eq 'press') { report('didPress', {control => $rest}) }
    elsif ($verb eq 'select' && $rest =~ /^[1-9]\d{0,5}$/ && defined $rows[$rest - 1]) { report('didSelect', {row => $rows[$rest - 1]}) }
    else { print $terminal "search TEXT, select N, press CONTROL, back, quit\n" }
}

my ($select, %read, %handle) = (IO::Select->new(\*STDIN, $commands));
@handle{fileno(STDIN), 3} = (\&receive, sub { push @commands, shift });
while (1) {
    for my $file ($select->can_read) {
        my $number = fileno $file;
        sysread($file, $read{$number}, 65536, length($read{$number} // '')) or $number == 0 ? exit 0 : $select->remove($file);
        $handle{$number}->($1) while $read{$number} =~ s/^(.*)\n//;
        obey(shift @commands) while @commands && !$waiting;
    }
}
