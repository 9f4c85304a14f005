import BelfryModel

/// The names of pillars, channels and kinds, as they stand alone.
public enum ThingName: PageWord {
    case sleep, movement, stress
    case push, inApp, email, sms, whatsApp, ntfy, telegram, chat, voice, championEmail, championSMS, webhook
    case patternAlert, missingWearable, test, general

    public var texts: PageTexts {
        switch self {
        case .sleep: PageTexts(en: "Sleep", ar: "النوم", de: "Schlaf", fr: "Sommeil", es: "Sueño", tr: "Uyku")
        case .movement: PageTexts(en: "Movement", ar: "الحركة", de: "Bewegung", fr: "Activité", es: "Movimiento", tr: "Hareket")
        case .stress: PageTexts(en: "Stress", ar: "التوتر", de: "Stress", fr: "Stress", es: "Estrés", tr: "Stres")
        case .push: PageTexts(en: "push", ar: "إشعار", de: "Push", fr: "push", es: "push", tr: "anlık bildirim")
        case .inApp: PageTexts(en: "inbox", ar: "صندوق الوارد", de: "Posteingang", fr: "boîte de réception", es: "bandeja", tr: "gelen kutusu")
        case .email: PageTexts(en: "e-mail", ar: "البريد الإلكتروني", de: "E-Mail", fr: "e-mail", es: "correo electrónico", tr: "e-posta")
        case .sms: PageTexts(en: "text message", ar: "رسالة نصية", de: "SMS", fr: "SMS", es: "SMS", tr: "SMS")
        case .whatsApp: PageTexts(en: "WhatsApp", ar: "واتساب", de: "WhatsApp", fr: "WhatsApp", es: "WhatsApp", tr: "WhatsApp")
        case .ntfy: PageTexts(en: "ntfy", ar: "ntfy", de: "ntfy", fr: "ntfy", es: "ntfy", tr: "ntfy")
        case .telegram: PageTexts(en: "Telegram", ar: "تيليجرام", de: "Telegram", fr: "Telegram", es: "Telegram", tr: "Telegram")
        case .chat: PageTexts(en: "chat room", ar: "غرفة محادثة", de: "Chatraum", fr: "salon de discussion", es: "sala de chat", tr: "sohbet odası")
        case .voice: PageTexts(en: "call", ar: "مكالمة هاتفية", de: "Anruf", fr: "appel", es: "llamada", tr: "telefon araması")
        case .championEmail:
            PageTexts(
                en: "e-mail to the champion", ar: "بريد إلكتروني إلى الداعم", de: "E-Mail an die Vertrauensperson", fr: "e-mail à la personne de confiance",
                es: "correo a la persona de confianza", tr: "destekçiye e-posta")
        case .championSMS:
            PageTexts(
                en: "text message to the champion", ar: "رسالة نصية إلى الداعم", de: "SMS an die Vertrauensperson", fr: "SMS à la personne de confiance",
                es: "SMS a la persona de confianza", tr: "destekçiye SMS")
        case .webhook: PageTexts(en: "webhook", ar: "webhook", de: "Webhook", fr: "webhook", es: "webhook", tr: "webhook")
        case .patternAlert:
            PageTexts(
                en: "health alert", ar: "تنبيه صحي", de: "Gesundheitswarnung", fr: "alerte de santé", es: "alerta de salud", tr: "sağlık uyarısı")
        case .missingWearable:
            PageTexts(
                en: "silent wearable", ar: "جهاز لا تصل بياناته", de: "Stummes Gerät", fr: "appareil muet", es: "dispositivo sin datos", tr: "veri gelmeyen cihaz")
        case .test: PageTexts(en: "trial", ar: "تجربة", de: "Probe", fr: "essai", es: "prueba", tr: "deneme")
        case .general: PageTexts(en: "general", ar: "عام", de: "Allgemeines", fr: "général", es: "general", tr: "genel")
        }
    }
}

extension Phrases {
    /// As it stands alone: `Sleep`.
    public static func name(of pillar: Pillar, in language: Language) -> String {
        let name: ThingName =
            switch pillar {
            case .sleep: .sleep
            case .movement: .movement
            case .stress: .stress
            }
        return PageWords(language)(name)
    }

    /// As it stands within a sentence: `e-mail`.
    public static func name(of channel: DeliveryChannel, in language: Language) -> String {
        let name: ThingName =
            switch channel {
            case .push: .push
            case .inApp: .inApp
            case .email: .email
            case .sms: .sms
            case .whatsApp: .whatsApp
            case .ntfy: .ntfy
            case .telegram: .telegram
            case .chat: .chat
            case .voice: .voice
            case .championEmail: .championEmail
            case .championSMS: .championSMS
            case .webhook: .webhook
            }
        return PageWords(language)(name)
    }
}

extension Phrases {
    /// As it stands above what belongs to it: `E-mail`. ntfy writes itself small.
    public static func heading(of channel: DeliveryChannel, in language: Language) -> String {
        let name = name(of: channel, in: language)
        return channel == .ntfy ? name : capitalised(name, in: language)
    }

    /// What a kind of notification is called; by the name that its app gave it where it is none of the server's own.
    public static func name(ofKind kind: String, in language: Language) -> String {
        let name: ThingName
        switch kind {
        case Payload.patternAlertKind: name = .patternAlert
        case Payload.missingWearableKind: name = .missingWearable
        case Payload.testKind: name = .test
        case Payload.generalKind: name = .general
        default: return kind
        }
        return PageWords(language)(name)
    }

    /// How far a delivery has come at a provider.
    public static func name(of status: Transmission.Status, in language: Language) -> String {
        let word: OperatorWord =
            switch status {
            case .pending: .providerPending
            case .ambiguous: .providerAmbiguous
            case .accepted: .providerAccepted
            case .sent: .providerSent
            case .delivered: .providerDelivered
            case .read: .providerRead
            case .failed: .providerFailed
            }
        return PageWords(language)(word)
    }

    /// What a prayer is called: "Fajr"; the identifier where it is none.
    public static func name(ofPrayer prayer: String, in language: Language) -> String {
        PhraseCatalogue.standard.name(of: prayer, from: .prayer, in: language)
    }
}
