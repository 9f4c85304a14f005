import BelfryModel

/// What the inputs of a decision are called where a person reads them, by the names under which they are stored.
public enum InputWord: String, PageWord {
    case acknowledged
    case awaited
    case categoryOff = "category_off"
    case categoryOffByDefault = "category_off_by_default"
    case categoryRequired = "category_required"
    case championNotifyEmail = "champion_notify_email"
    case championNotifySMS = "champion_notify_sms"
    case channel
    case dailyMax = "daily_max"
    case deliverAtLocal = "deliver_at_local"
    case digestAt = "digest_at"
    case dismissedAt = "dismissed_at"
    case dueAt = "due_at"
    case entitled
    case episodeStatus = "episode_status"
    case expiresAt = "expires_at"
    case feedDownSince = "feed_down_since"
    case heldSince = "held_since"
    case inDoubt = "in_doubt"
    case mutedUntil = "muted_until"
    case notifyEmail = "notify_email"
    case notifyInApp = "notify_in_app"
    case notifyPush = "notify_push"
    case now
    case quietHoursAction = "quiet_hours_action"
    case quietHoursByWeekday = "quiet_hours_by_weekday"
    case quietHoursEnd = "quiet_hours_end"
    case quietHoursLevel = "quiet_hours_notification_level"
    case quietHoursStart = "quiet_hours_start"
    case reached
    case refusedSettings = "refused_settings"
    case severity
    case snoozeUntil = "snooze_until"
    case stepDueAt = "step_due_at"
    case superseded
    case throttleMax = "throttle_max"
    case throttleTold = "throttle_told"
    case timezone
    case toldAt = "told_at"
    case toldToday = "told_today"
    // What follows from them, and what their values say.
    case replayed, sameVerdict, otherVerdict, yes, no, active, resolved

    public var texts: PageTexts {
        switch self {
        case .acknowledged:
            PageTexts(
                en: "Somebody reacted before", ar: "استجاب شخص آخر سابقًا", de: "Jemand hat vorher reagiert", fr: "Quelqu’un a déjà réagi",
                es: "Alguien ya ha reaccionado", tr: "Daha önce biri karşılık verdi")
        case .awaited:
            PageTexts(
                en: "Somebody waits for an answer", ar: "ينتظر أحدهم ردًا", de: "Jemand wartet auf Antwort", fr: "Quelqu’un attend une réponse",
                es: "Alguien espera respuesta", tr: "Biri yanıt bekliyor")
        case .digestAt:
            PageTexts(
                en: "Once a day, at", ar: "مرة في اليوم، عند", de: "Einmal am Tag, um", fr: "Une fois par jour, à", es: "Una vez al día, a las",
                tr: "Günde bir kez, saat")
        case .dueAt: PageTexts(en: "Due from", ar: "مستحق منذ", de: "Fällig seit", fr: "Prévu pour", es: "Previsto para", tr: "Gönderim zamanı")
        case .categoryOff:
            PageTexts(
                en: "This kind is switched off", ar: "هذا النوع متوقف", de: "Diese Art ist ausgeschaltet", fr: "Ce type est désactivé",
                es: "Este tipo está desactivado", tr: "Bu tür kapalı")
        case .categoryOffByDefault:
            PageTexts(
                en: "This kind is off at first, and not switched on", ar: "هذا النوع متوقف في البداية ولم يُفعّل",
                de: "Diese Art ist anfangs aus und nicht eingeschaltet", fr: "Ce type est désactivé au départ et n’a pas été activé",
                es: "Este tipo está desactivado al principio y no se ha activado", tr: "Bu tür başlangıçta kapalı ve açılmadı")
        case .categoryRequired:
            PageTexts(
                en: "This kind can’t be switched off", ar: "لا يمكن إيقاف هذا النوع", de: "Diese Art lässt sich nicht ausschalten",
                fr: "Ce type ne peut pas être désactivé", es: "Este tipo no se puede desactivar", tr: "Bu tür kapatılamaz")
        case .championNotifyEmail:
            PageTexts(
                en: "E-mail to the champion wanted", ar: "البريد إلى الداعم مطلوب", de: "E-Mail an die Vertrauensperson erwünscht",
                fr: "E-mail à la personne de confiance souhaité", es: "Se quiere correo a la persona de confianza", tr: "Destekçiye e-posta isteniyor")
        case .championNotifySMS:
            PageTexts(
                en: "Text message to the champion wanted", ar: "الرسالة النصية إلى الداعم مطلوبة", de: "SMS an die Vertrauensperson erwünscht",
                fr: "SMS à la personne de confiance souhaité", es: "Se quiere SMS a la persona de confianza", tr: "Destekçiye SMS isteniyor")
        case .channel: PageTexts(en: "Channel", ar: "القناة", de: "Weg", fr: "Canal", es: "Canal", tr: "Kanal")
        case .dailyMax:
            PageTexts(
                en: "At most a day", ar: "الحد الأقصى يوميًا", de: "Höchstens am Tag", fr: "Au plus par jour", es: "Como máximo al día", tr: "Günde en fazla")
        case .deliverAtLocal:
            PageTexts(
                en: "Not before (local time)", ar: "ليس قبل (بالتوقيت المحلي)", de: "Nicht vor (Ortszeit)", fr: "Pas avant (heure locale)",
                es: "No antes de (hora local)", tr: "En erken (yerel saat)")
        case .dismissedAt: PageTexts(en: "Dismissed", ar: "صُرف النظر عنه", de: "Verworfen", fr: "Écartée", es: "Descartada", tr: "Kapatıldı")
        case .entitled: PageTexts(en: "May be told", ar: "يجوز إخباره", de: "Darf es erfahren", fr: "Peut être prévenu", es: "Puede saberlo", tr: "Bilmesine izin var")
        case .episodeStatus: PageTexts(en: "Episode", ar: "الفترة", de: "Episode", fr: "Épisode", es: "Episodio", tr: "Dönem")
        case .expiresAt: PageTexts(en: "Expires", ar: "ينتهي", de: "Verfällt", fr: "Expire", es: "Caduca", tr: "Geçerlilik sonu")
        case .feedDownSince:
            PageTexts(
                en: "Nothing passed on since", ar: "لا شيء يُنقل منذ", de: "Nichts weitergegeben seit", fr: "Rien de transmis depuis le",
                es: "Nada transmitido desde el", tr: "Veri iletilmiyor, şu günden beri")
        case .heldSince: PageTexts(en: "Held since", ar: "محتجز منذ", de: "Zurückgehalten seit", fr: "Retenu depuis", es: "Retenido desde", tr: "Bekletilme başlangıcı")
        case .inDoubt:
            PageTexts(
                en: "Begun before, and broken off", ar: "بدأ إرساله ثم انقطع", de: "Schon begonnen und abgebrochen", fr: "Commencé puis interrompu",
                es: "Empezado e interrumpido", tr: "Başlanmış, yarıda kalmış")
        case .mutedUntil: PageTexts(en: "Muted until", ar: "مكتوم حتى", de: "Stumm bis", fr: "En sourdine jusqu’au", es: "Silenciado hasta", tr: "Susturma sonu")
        case .notifyEmail: PageTexts(en: "E-mail wanted", ar: "البريد مطلوب", de: "E-Mail erwünscht", fr: "E-mail souhaité", es: "Se quiere correo", tr: "E-posta isteniyor")
        case .notifyInApp:
            PageTexts(
                en: "Inbox wanted", ar: "صندوق الوارد مطلوب", de: "Posteingang erwünscht", fr: "Boîte de réception souhaitée", es: "Se quiere bandeja",
                tr: "Gelen kutusu isteniyor")
        case .notifyPush: PageTexts(en: "Push wanted", ar: "الإشعار مطلوب", de: "Push erwünscht", fr: "Push souhaité", es: "Se quiere push", tr: "Anlık bildirim isteniyor")
        case .now: PageTexts(en: "Decided on", ar: "وقت القرار", de: "Entschieden am", fr: "Décidé le", es: "Decidido el", tr: "Karar anı")
        case .quietHoursAction: PageTexts(en: "In quiet hours", ar: "في ساعات الهدوء", de: "In Ruhezeiten", fr: "Pendant les heures calmes", es: "En las horas de silencio", tr: "Sessiz saatlerde")
        case .quietHoursByWeekday:
            PageTexts(
                en: "Quiet on some nights", ar: "الهدوء في بعض الليالي", de: "Ruhe in einzelnen Nächten", fr: "Calme certaines nuits",
                es: "Silencio algunas noches", tr: "Bazı gecelerde sessizlik")
        case .quietHoursEnd: PageTexts(en: "Quiet until", ar: "الهدوء حتى", de: "Ruhe bis", fr: "Calme jusqu’à", es: "Silencio hasta", tr: "Sessizlik bitişi")
        case .quietHoursLevel: PageTexts(en: "What may pass", ar: "ما يُسمح بمروره", de: "Was durchkommt", fr: "Ce qui peut passer", es: "Qué puede pasar", tr: "Neler geçebilir")
        case .quietHoursStart: PageTexts(en: "Quiet from", ar: "الهدوء من", de: "Ruhe ab", fr: "Calme à partir de", es: "Silencio desde", tr: "Sessizlik başlangıcı")
        case .reached: PageTexts(en: "Reached before", ar: "تم الوصول إليه سابقًا", de: "Vorher erreicht", fr: "Déjà joint", es: "Ya contactado", tr: "Daha önce ulaşıldı")
        case .refusedSettings:
            PageTexts(
                en: "Settings that can’t be used", ar: "إعدادات لا يمكن استخدامها", de: "Unbrauchbare Einstellungen", fr: "Réglages inutilisables",
                es: "Ajustes que no se pueden usar", tr: "Kullanılamayan ayarlar")
        case .severity: PageTexts(en: "Severity", ar: "الخطورة", de: "Schwere", fr: "Gravité", es: "Gravedad", tr: "Önem")
        case .snoozeUntil: PageTexts(en: "Snoozed through", ar: "مؤجَّل حتى نهاية", de: "Schlummert bis einschließlich", fr: "En veille jusqu’au", es: "Pospuesta hasta", tr: "Erteleme sonu")
        case .stepDueAt:
            PageTexts(
                en: "Next over this channel from", ar: "عبر هذه القناة بدءًا من", de: "Auf diesem Weg erst ab", fr: "Par ce canal à partir de",
                es: "Por este canal a partir de", tr: "Bu kanaldan en erken")
        case .superseded:
            PageTexts(
                en: "A later one came", ar: "جاء ما هو أحدث", de: "Es kam eine spätere", fr: "Une plus récente est arrivée", es: "Llegó otra posterior",
                tr: "Daha yenisi geldi")
        case .throttleMax:
            PageTexts(
                en: "The app allows at most", ar: "الحد الذي يسمح به التطبيق", de: "Die App erlaubt höchstens", fr: "L’application permet au plus",
                es: "La aplicación permite como máximo", tr: "Uygulamanın izin verdiği en fazla")
        case .throttleTold:
            PageTexts(
                en: "Of these told before", ar: "ما قيل منها قبله", de: "Davon zuvor gesagt", fr: "Déjà annoncés parmi ceux-ci",
                es: "De estos, avisados antes", tr: "Bunlardan daha önce bildirilen")
        case .timezone: PageTexts(en: "Time zone", ar: "المنطقة الزمنية", de: "Zeitzone", fr: "Fuseau horaire", es: "Zona horaria", tr: "Saat dilimi")
        case .toldAt: PageTexts(en: "Told by a device", ar: "أخبر به جهاز", de: "Von einem Gerät gesagt", fr: "Annoncé par un appareil", es: "Avisado por un dispositivo", tr: "Bir cihaz haber verdi")
        case .toldToday:
            PageTexts(
                en: "Told before on that day", ar: "ما قيل قبله في ذلك اليوم", de: "An diesem Tag zuvor gesagt", fr: "Déjà annoncés ce jour-là",
                es: "Avisados antes ese día", tr: "O gün daha önce bildirilen")
        case .replayed: PageTexts(en: "Replayed", ar: "أُعيد القرار", de: "Noch einmal entschieden", fr: "Décidé de nouveau", es: "Decidido de nuevo", tr: "Yeniden karar")
        case .sameVerdict: PageTexts(en: "the same verdict", ar: "القرار نفسه", de: "dasselbe Ergebnis", fr: "même décision", es: "la misma decisión", tr: "aynı karar")
        case .otherVerdict:
            PageTexts(
                en: "another verdict; the policy has changed since", ar: "قرار آخر؛ تغيرت القواعد منذ ذلك الحين", de: "ein anderes Ergebnis; die Regeln sind seither anders",
                fr: "autre décision ; les règles ont changé depuis", es: "otra decisión; las reglas han cambiado", tr: "başka bir karar; kurallar o zamandan beri değişti")
        case .yes: PageTexts(en: "yes", ar: "نعم", de: "ja", fr: "oui", es: "sí", tr: "evet")
        case .no: PageTexts(en: "no", ar: "لا", de: "nein", fr: "non", es: "no", tr: "hayır")
        case .active: PageTexts(en: "goes on", ar: "مستمرة", de: "dauert an", fr: "en cours", es: "sigue", tr: "sürüyor")
        case .resolved: PageTexts(en: "is over", ar: "انتهت", de: "ist vorbei", fr: "terminé", es: "ha terminado", tr: "bitti")
        }
    }
}

extension Phrases {
    /// What an input is called; the name itself where this version doesn't know it.
    public static func name(ofInput name: String, in language: Language) -> String {
        InputWord(rawValue: name).map { PageWords(language)($0) } ?? name
    }

    /// What the value of an input says: a code in words, and everything else as it is.
    public static func text(ofInput name: String, value: String, in language: Language) -> String {
        let words = PageWords(language)
        switch InputWord(rawValue: name) {
        case .channel: return DeliveryChannel(rawValue: value).map { Phrases.name(of: $0, in: language) } ?? value
        case .severity: return Severity(rawValue: value).map { words($0.word) } ?? value
        case .quietHoursAction: return QuietHoursAction(rawValue: value).map { words($0 == .skip ? SettingsWord.skip : .hold) } ?? value
        case .quietHoursLevel: return QuietHoursLevel(rawValue: value).map { words($0.word) } ?? value
        case .episodeStatus: return EpisodeStatus(rawValue: value).map { words($0 == .active ? InputWord.active : .resolved) } ?? value
        default: return value
        }
    }
}

extension Severity {
    fileprivate var word: AlertWord {
        switch self {
        case .watch: .watch
        case .attention: .attention
        case .critical: .critical
        }
    }
}

extension QuietHoursLevel {
    fileprivate var word: SettingsWord {
        switch self {
        case .all: .levelAll
        case .criticalOnly: .levelCritical
        case .none: .levelNone
        }
    }
}
