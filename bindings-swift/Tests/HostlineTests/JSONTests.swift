import Testing

@testable import Hostline
