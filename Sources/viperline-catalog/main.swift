import ArgumentParser

CatalogCommand.main()
