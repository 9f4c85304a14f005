import CDBus

/// An argument of a message, of the types that the Desktop Notifications Specification uses.
///
/// Source: D-Bus Specification, "Type system"; the letters are its type codes.
enum BusValue: Hashable, Sendable {
    case byte(UInt8)
    case bool(Bool)
    case int32(Int32)
    case uint32(UInt32)
    /// Written without NUL characters, which no D-Bus string can hold.
    case string(String)
    case strings([String])
    /// From names to variants: `a{sv}`.
    case dictionary([String: BusValue])
    /// Of another type; read and passed over, never written.
    case other

    var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int32: "i"
        case .uint32: "u"
        case .string: "s"
        case .strings: "as"
        case .dictionary: "a{sv}"
        case .other: ""
        }
    }
}

extension BusValue {
    /// False where memory is short, or the value is of another type.
    func append(to iterator: inout DBusMessageIter) -> Bool {
        switch self {
        case .byte(let value): BusValue.appendBasic(value, "y", to: &iterator)
        case .bool(let value): BusValue.appendBasic(dbus_bool_t(value ? 1 : 0), "b", to: &iterator)
        case .int32(let value): BusValue.appendBasic(value, "i", to: &iterator)
        case .uint32(let value): BusValue.appendBasic(value, "u", to: &iterator)
        case .string(let text): BusValue.append(text, to: &iterator)
        case .strings(let texts):
            BusValue.appendContainer("a", of: "s", to: &iterator) { list in
                texts.allSatisfy { BusValue.append($0, to: &list) }
            }
        case .dictionary(let entries):
            BusValue.appendContainer("a", of: "{sv}", to: &iterator) { list in
                entries.sorted { $0.key < $1.key }.allSatisfy { name, value in
                    BusValue.appendContainer("e", of: nil, to: &list) { entry in
                        value != .other && BusValue.append(name, to: &entry)
                            && BusValue.appendContainer("v", of: value.signature, to: &entry) { value.append(to: &$0) }
                    }
                }
            }
        case .other: false
        }
    }

    private static func appendBasic(_ value: some BitwiseCopyable, _ type: Unicode.Scalar, to iterator: inout DBusMessageIter) -> Bool {
        withUnsafePointer(to: value) { dbus_message_iter_append_basic(&iterator, Int32(type.value), $0) != 0 }
    }

    private static func append(_ text: String, to iterator: inout DBusMessageIter) -> Bool {
        text.filter { $0 != "\0" }.withCString { appendBasic($0, "s", to: &iterator) }
    }

    private static func appendContainer(
        _ type: Unicode.Scalar, of signature: String?, to iterator: inout DBusMessageIter, _ body: (inout DBusMessageIter) -> Bool
    ) -> Bool {
        var content = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, Int32(type.value), signature, &content) != 0 else { return false }
        guard body(&content) else {
            dbus_message_iter_abandon_container(&iterator, &content)
            return false
        }
        return dbus_message_iter_close_container(&iterator, &content) != 0
    }
}

extension BusValue {
    /// Reads where the iterator stands.
    init(at iterator: inout DBusMessageIter) {
        switch Unicode.Scalar(UInt8(clamping: dbus_message_iter_get_arg_type(&iterator))) {
        case "y": self = .byte(BusValue.basic(0, at: &iterator))
        case "b": self = .bool(BusValue.basic(dbus_bool_t(0), at: &iterator) != 0)
        case "i": self = .int32(BusValue.basic(0, at: &iterator))
        case "u": self = .uint32(BusValue.basic(0, at: &iterator))
        case "s", "o": self = .string(BusValue.text(at: &iterator))
        case "v":
            var content = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &content)
            self = BusValue(at: &content)
        case "a": self = BusValue.array(at: &iterator)
        default: self = .other
        }
    }

    private static func array(at iterator: inout DBusMessageIter) -> BusValue {
        let elementType = Unicode.Scalar(UInt8(clamping: dbus_message_iter_get_element_type(&iterator)))
        guard elementType == "s" || elementType == "e" else { return .other }
        var (texts, entries): ([String], [String: BusValue]) = ([], [:])
        var element = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &element)
        while dbus_message_iter_get_arg_type(&element) != 0 {
            if elementType == "s" {
                texts.append(text(at: &element))
            } else {
                var pair = DBusMessageIter()
                dbus_message_iter_recurse(&element, &pair)
                guard case .string(let name) = BusValue(at: &pair), dbus_message_iter_next(&pair) != 0 else { return .other }
                entries[name] = BusValue(at: &pair)
            }
            dbus_message_iter_next(&element)
        }
        return elementType == "s" ? .strings(texts) : .dictionary(entries)
    }

    private static func basic<Value: BitwiseCopyable>(_ initial: Value, at iterator: inout DBusMessageIter) -> Value {
        var value = initial
        dbus_message_iter_get_basic(&iterator, &value)
        return value
    }

    private static func text(at iterator: inout DBusMessageIter) -> String {
        basic(UnsafePointer<CChar>?.none, at: &iterator).map { String(cString: $0) } ?? ""
    }
}
