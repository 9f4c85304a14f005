/// A text as one part of an address's path (RFC 3986, section 2.3): whatever isn't unreserved is percent-encoded.
func pathPart(_ text: String) -> String {
    var part = ""
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            part.unicodeScalars.append(Unicode.Scalar(byte))
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            part += digits.count == 1 ? "%0" + digits : "%" + digits
        }
    }
    return part
}
