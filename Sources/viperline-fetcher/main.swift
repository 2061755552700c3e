import ArgumentParser
import Wire

StandardStream.prepare()
ViperlineFetcher.main()
