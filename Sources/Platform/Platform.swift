// The C library of the system, under one name. Nothing else in this package asks which system it is on.
@_exported public import CPlatform

#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#endif
