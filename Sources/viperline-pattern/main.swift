import ArgumentParser
import Wire

StandardStream.prepare()
ViperlinePattern.main()
