import BelfryModel
import Foundation

/// Reads a value from JSON as the house does: what a decoder complains of becomes a `Problem`.
public func decoded<Value: Decodable>(_ type: Value.Type, from json: String) throws(Problem) -> Value {
    do {
        return try JSONDecoder().decode(type, from: Data(json.utf8))
    } catch let problem as Problem {
        throw problem
    } catch let error as DecodingError {
        throw Problem(error)
    } catch {
        throw .internalFailure
    }
}

/// The problem with some JSON; nil where there is none.
public func problem<Value: Decodable>(with json: String, as type: Value.Type) -> Problem? {
    do {
        _ = try decoded(type, from: json)
        return nil
    } catch {
        return error
    }
}
