import BelfryPorts
import Testing

struct TableStoreTests {
    @Test(
        "JSON loses its NULs alone, also where backslashes, accents or nothing else stand around them",
        arguments: [
            (#"{"a":"x\u0000y"}"#, #"{"a":"x\ufffdy"}"#),
            (#"{"a\u0000":"\u0000\u0000"}"#, #"{"a\ufffd":"\ufffd\ufffd"}"#),
            (#"{"a":"\\u0000"}"#, #"{"a":"\\u0000"}"#),
            (#"{"a":"\\\u0000"}"#, #"{"a":"\\\ufffd"}"#),
            ("{\"a\":\"\\u0000\u{301}\"}", "{\"a\":\"\\ufffd\u{301}\"}"),
            (#"{"a":"u0000"}"#, #"{"a":"u0000"}"#),
            ("\\", "\\"),
            ("", ""),
        ])
    func withoutNUL(json: String, kept: String) {
        #expect(json.jsonWithoutNUL == kept)
    }
}
