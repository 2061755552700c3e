import ArgumentParser

ViperlineFetcher.main()
