import BelfryTesting

/// What the tests of this room send and read.
typealias JSON = BelfryTesting.JSON
