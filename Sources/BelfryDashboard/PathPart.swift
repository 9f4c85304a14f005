import BelfryModel

/// A text as one part of an address's path (RFC 3986, section 2.3): whatever isn't unreserved is percent-encoded.
public func pathPart(_ text: String) -> String {
    var part = ""
    for byte in text.utf8 {
        if byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) {
            part.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            let digits = String(byte, radix: 16, uppercase: true)
            part += digits.count == 1 ? "%0" + digits : "%" + digits
        }
    }
    return part
}
