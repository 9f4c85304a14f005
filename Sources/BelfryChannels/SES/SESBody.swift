/// What SES is asked to send; it writes the names with a capital.
struct SESBody: Encodable {
    let fromEmailAddress: String
    /// Of `SendEmail`: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
    let replyToAddresses: [String]?
    let destination: Destination
    let content: Content
    let emailTags: [Named]
    let configurationSetName: String?

    struct Destination: Encodable {
        let toAddresses: [String]
    }

    struct Content: Encodable {
        let simple: Simple
    }

    struct Simple: Encodable {
        let subject: Text
        let body: Parts
        let headers: [Named]
    }

    struct Parts: Encodable {
        let text: Text
        let html: Text
    }

    struct Text: Encodable {
        let data: String
        let charset = "UTF-8"

        init(_ text: String) {
            data = text
        }
    }

    /// A header, or a tag.
    struct Named: Encodable {
        let name: String
        let value: String
    }

    init(_ message: EmailMessage, tags: [Named], configurationSet: String?) {
        // SES folds lines itself.
        fromEmailAddress = message.from.headerText.replacing("\r\n ", with: " ")
        replyToAddresses = message.replyTo.map { [$0.address] }
        destination = Destination(toAddresses: [message.to.address])
        content = Content(
            simple: Simple(
                subject: Text(message.subject), body: Parts(text: Text(message.text), html: Text(message.html)),
                headers: message.extraHeaders.map { Named(name: $0.name, value: $0.value) }))
        emailTags = tags
        configurationSetName = configurationSet
    }
}
