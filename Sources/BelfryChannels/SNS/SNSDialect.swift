import BelfryModel
import BelfryPorts
import BelfryTime

/// SMS over Amazon SNS: the query protocol's `Publish` to a number.
///
/// SNS tells repetitions by nothing, reports to nobody and can't be asked: what was lost on the way is not sent again blindly.
///
/// Configuration keys, beside those of ``AWSAccount``:
/// - `sns_sender_id` (text, optional): up to 11 letters and digits that are shown as the sender, where a country allows it.
/// - `sns_max_price` (text, optional): what one message may cost at most, in US dollars, as `0.50`.
/// - `sns_calling_codes` (text, optional): the only countries whose numbers are texted, by their calling codes with commas between, as `49, 43`.
///
/// Source: docs.aws.amazon.com, Amazon SNS API Reference, "Publish", and Developer Guide, "Publishing SMS messages to a mobile phone".
public struct SNSDialect: ProviderDialect {
    let account: AWSAccount
    let senderID: String?
    let maxPrice: String?
    private let callingCodes: CallingCodes

    /// Why SMS can't be sent as configured.
    public enum ConfigurationError: Error, Equatable, Sendable {
        /// 1 to 11 letters and digits, at least one of them a letter.
        case unusableSenderID
        /// An amount such as `0.50`.
        case unusableMaxPrice
        /// Calling codes of countries.
        case unusableCallingCodes
    }

    /// - Parameter callingCodes: nil for all countries.
    /// - Throws: ``ConfigurationError``
    public init(
        _ account: AWSAccount, senderID: String? = nil, maxPrice: String? = nil, callingCodes: [String]? = nil
    ) throws(ConfigurationError) {
        if let senderID {
            guard senderID.wholeMatch(of: /[A-Za-z0-9]{1,11}/) != nil, senderID.contains(where: \.isLetter) else { throw .unusableSenderID }
        }
        if let maxPrice {
            guard maxPrice.wholeMatch(of: /[0-9]{1,3}(\.[0-9]{1,5})?/) != nil else { throw .unusableMaxPrice }
        }
        self.account = account
        self.senderID = senderID
        self.maxPrice = maxPrice
        do {
            self.callingCodes = try CallingCodes(callingCodes, key: "sns_calling_codes")
        } catch {
            throw .unusableCallingCodes
        }
    }

    public var provider: Provider { .sns }
    public var timeout: Duration { .seconds(20) }
    public var afterLostAnswer: LostAnswerPolicy { .giveUp }

    /// SNS takes no longer message.
    static let lengthMax = 1600

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        guard case .phone(let text, _) = notification.address.target, let number = PhoneNumber(text) else {
            throw Unsendable("sns_no_number: the address is no telephone number with its country")
        }
        guard callingCodes.allow(number) else { throw Unsendable(callingCodes.refusal(of: provider)) }
        let form = parameters(for: notification.content, number: number.e164).map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
        return try account.request(
            to: "sns", service: "sns", path: "/", contentType: "application/x-www-form-urlencoded; charset=utf-8", body: Array(form.utf8),
            keys: authorization, now: now)
    }

    /// As forms have it: a space is `+`.
    private static func encoded(_ text: String) -> String { SigV4.encoded(text).replacing("%20", with: "+") }

    private func parameters(for content: NotificationContent, number: String) -> [(String, String)] {
        var attributes = [("AWS.SNS.SMS.SMSType", "String", content.severity == .critical ? "Transactional" : "Promotional")]
        if let senderID { attributes.append(("AWS.SNS.SMS.SenderID", "String", senderID)) }
        if let maxPrice { attributes.append(("AWS.SNS.SMS.MaxPrice", "Number", maxPrice)) }
        let entries = attributes.enumerated().flatMap { index, attribute in
            let entry = "MessageAttributes.entry.\(index + 1)"
            return [("\(entry).Name", attribute.0), ("\(entry).Value.DataType", attribute.1), ("\(entry).Value.StringValue", attribute.2)]
        }
        return [("Action", "Publish"), ("Version", "2010-03-31"), ("PhoneNumber", number), ("Message", Self.text(content))] + entries
    }

    /// Title and body, cut between two characters as a person counts them. SNS counts in UTF-16, as the longest of its ways to count, and has
    /// each part paid for: signs of a typewriter keep a text in the alphabet of which more fits into one.
    static func text(_ content: NotificationContent) -> String {
        let words = [content.title, content.body].map(SMSText.clean).filter { !$0.isEmpty }
        let whole = GSMAlphabet.plain(words.joined(separator: "\n"))
        let ellipsis = GSMAlphabet.contains(whole) ? "..." : "…"
        return TextCut.cut(whole, ellipsis: ellipsis) { $0.utf16.count <= lengthMax }
    }
}
