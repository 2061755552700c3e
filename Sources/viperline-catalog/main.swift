import ArgumentParser
import Wire

StandardStream.prepare()
CatalogCommand.main()
