import BelfryModel
import Mustache

/// A template over what a program posts to a hook, or over an order's data, made ready: `{{pull_request.title}}`, `{{#body}}…{{/body}}`.
///
/// What is put in is text, and never read as a template. What it costs has a bound: of lists the first ``itemCountMax`` are looked at, sections stand in
/// each other no deeper than ``sectionDepthMax``, and all values together are no longer than ``valuesLengthMax``.
public struct DocumentTemplate: Sendable {
    private let mustache: MustacheTemplate
    /// What is spoken of outside of sections, each once, in its order.
    public let neededPaths: [String]

    public static let byteCountMax = 2048
    static let sectionDepthMax = 2
    static let itemCountMax = 10
    /// In Unicode scalars, of each value that is put in.
    static let textLengthMax = 4096
    /// In Unicode scalars, of all values that are put in; those that come after are left out.
    static let valuesLengthMax = 4 * textLengthMax

    /// - Throws: ``TemplateProblem`` where it can't be used.
    public init(_ text: String) throws(TemplateProblem) {
        guard !text.trimmed.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.byteCountMax else { throw .tooLong(byteCountMax: Self.byteCountMax) }
        var (depth, needed) = (0, [String]())
        for (kind, name) in try TemplateTag.written(in: text) {
            guard Self.isPath(name) || name == "." else { throw .malformed }
            switch kind {
            case .value: if depth == 0, !needed.contains(name) { needed.append(name) }
            case .section, .inverted: depth += 1
            case .end: depth -= 1
            }
            guard depth <= Self.sectionDepthMax else { throw .sectionsTooDeep(depthMax: Self.sectionDepthMax) }
        }
        guard !needed.contains(".") else { throw .malformed }
        neededPaths = needed
        do {
            mustache = try MustacheTemplate(string: Template.plainText + text)
        } catch {
            throw .malformed
        }
    }

    /// Names with dots between. What the library reads as something else, as `upper(name)`, is none.
    public static func isPath(_ text: String) -> Bool {
        (1...HookDocument.pathLengthMax).contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && !part.contains { "(){}".contains($0) || $0.isWhitespace }
            }
    }

    /// The first path of which a document has nothing to put in, where that would have to stand there; nil where it has all.
    public func missingPath(in document: HookDocument) -> String? { neededPaths.first { document[$0]?.written == nil } }

    /// What is missing is written as nothing.
    public func text(of document: HookDocument) -> String { mustache.render(Written(document, Room())).trimmed }

    /// How much may still be put in.
    private final class Room {
        private var left = DocumentTemplate.valuesLengthMax

        func take(_ text: String) -> String {
            let taken = text.unicodeScalars.prefix(min(left, DocumentTemplate.textLengthMax))
            left -= taken.count
            return String(String.UnicodeScalarView(taken))
        }
    }

    /// A document as the library asks for it.
    private struct Written: MustacheParent, MustacheCustomRenderable {
        let document: HookDocument
        let room: Room

        init(_ document: HookDocument, _ room: Room) { (self.document, self.room) = (document, room) }

        var renderText: String { room.take(document.written ?? "") }

        /// Its section is left out where it says nothing.
        var isNull: Bool {
            switch document {
            case .null, .text(""), .flag(false): true
            case .flag, .integer, .number, .text, .list, .object: false
            }
        }

        func child(named name: String) -> Any? { document.child(name).map { Self.value($0, room) } }

        /// A list is one for the library, too, which goes through it.
        static func value(_ document: HookDocument, _ room: Room) -> Any {
            if case .list(let items) = document { Items(all: items, room: room) } else { Written(document, room) }
        }
    }

    private struct Items: MustacheParent, MustacheSequence, MustacheCustomRenderable {
        let all: [HookDocument]
        let room: Room
        var renderText: String { "" }
        var isNull: Bool { false }

        func makeIterator() -> IndexingIterator<[Any]> { all.prefix(DocumentTemplate.itemCountMax).map { Written.value($0, room) }.makeIterator() }

        func child(named name: String) -> Any? { HookDocument.list(all).child(name).map { Written.value($0, room) } }
    }
}
