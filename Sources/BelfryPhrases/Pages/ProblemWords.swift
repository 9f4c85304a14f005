import BelfryModel

/// What a page tells a person whose press or form couldn't be carried out. Apps and operators read ``Phrases/sentence(for:)`` instead.
public enum ProblemWord: PageWord {
    case badInput, unknownZone, missingInput, tooMuch, tooManySwitchedOff
    case tooManyAddresses, tooManyCodes, wrongCode, voidCode, codeNotSent
    case snoozeDays, notFamily, notAllowed
    case noMessage, noDelivery, notThere
    case signedOut, houseFailed

    public var texts: PageTexts {
        switch self {
        case .badInput:
            PageTexts(
                en: "“{input}” can’t be used as it is. Please correct it.", ar: "لا يمكن استخدام «{input}» كما هو. يُرجى تصحيحه.",
                de: "„{input}“ ist so nicht brauchbar. Bitte berichtige es.", fr: "« {input} » est inutilisable en l’état. Veuillez corriger.",
                es: "«{input}» no sirve como está. Corrígelo, por favor.", tr: "“{input}” bu haliyle kullanılamıyor. Lütfen düzeltin.")
        case .unknownZone:
            PageTexts(
                en: "“{input}”: this zone isn’t known here. Give one such as Europe/Lisbon.", ar: "«{input}»: هذه المنطقة غير معروفة هنا. أدخل واحدة مثل Europe/Lisbon.",
                de: "„{input}“: Diese Zone ist hier nicht bekannt. Gib eine an wie Europe/Lisbon.", fr: "« {input} » : ce fuseau est inconnu ici. Donnez-en un comme Europe/Lisbon.",
                es: "«{input}»: aquí no se conoce esta zona. Escribe una como Europe/Lisbon.", tr: "“{input}”: Bu dilim burada bilinmiyor. Europe/Lisbon gibi birini girin.")
        case .missingInput:
            PageTexts(
                en: "“{input}” is missing. Please fill it in.", ar: "«{input}» مفقود. يُرجى ملؤه.", de: "„{input}“ fehlt. Bitte fülle es aus.",
                fr: "« {input} » manque. Veuillez le remplir.", es: "Falta «{input}». Rellénalo, por favor.", tr: "“{input}” eksik. Lütfen doldurun.")
        case .tooMuch: PageTexts(en: "That is too much at once.", ar: "هذا كثير دفعة واحدة.", de: "Das ist zu viel auf einmal.", fr: "C’est trop en une fois.", es: "Es demasiado de una vez.", tr: "Bu bir defada çok fazla.")
        case .tooManySwitchedOff:
            PageTexts(
                en: "You have switched off as many kinds of notifications as you may. Switch one on again first.",
                ar: "أوقفتَ أكبر عدد مسموح به من أنواع الإشعارات. أعد تشغيل نوع منها أولًا.",
                de: "Du hast so viele Arten von Benachrichtigungen ausgeschaltet, wie du darfst. Schalte zuerst eine wieder ein.",
                fr: "Vous avez désactivé autant de types de notifications que possible. Réactivez-en d’abord un.",
                es: "Has desactivado el máximo de tipos de notificaciones. Vuelve a activar alguno primero.",
                tr: "Kapatabileceğiniz kadar bildirim türünü kapattınız. Önce birini yeniden açın.")
        case .tooManyAddresses:
            PageTexts(
                en: "You have as many addresses as you may. Remove one first.", ar: "لديك أكبر عدد مسموح به من العناوين. أزل واحدًا أولًا.",
                de: "Du hast so viele Adressen, wie du darfst. Entferne zuerst eine.", fr: "Vous avez autant d’adresses que possible. Retirez-en d’abord une.",
                es: "Tienes el máximo de direcciones. Quita primero alguna.", tr: "Olabilecek en çok adrese sahipsiniz. Önce birini kaldırın.")
        case .tooManyCodes:
            PageTexts(
                en: "Several messages of this sort were sent within the hour. Use the last code, or try again in {minutes} min.",
                ar: "أُرسلت عدة رسائل من هذا النوع خلال الساعة. استخدم آخر رمز، أو حاول مجددًا بعد {minutes} د.",
                de: "In dieser Stunde gingen schon mehrere solche Nachrichten hinaus. Nimm den letzten Code, oder versuch es in {minutes} min wieder.",
                fr: "Plusieurs messages de ce genre sont partis dans l’heure. Utilisez le dernier code, ou réessayez dans {minutes} min.",
                es: "En esta hora se enviaron varios mensajes así. Usa el último código, o inténtalo de nuevo en {minutes} min.",
                tr: "Bu saat içinde böyle birkaç ileti gönderildi. Son kodu kullanın ya da {minutes} dk sonra yeniden deneyin.")
        case .wrongCode:
            PageTexts(
                en: "one:That is not the code that was sent. One try is left.|other:That is not the code that was sent. {n} tries are left.",
                ar: "zero:هذا ليس الرمز المُرسَل. لم تبقَ محاولات.|one:هذا ليس الرمز المُرسَل. بقيت محاولة واحدة.|two:هذا ليس الرمز المُرسَل. بقيت محاولتان.|"
                    + "few:هذا ليس الرمز المُرسَل. بقيت {n} محاولات.|many:هذا ليس الرمز المُرسَل. بقيت {n} محاولة.|other:هذا ليس الرمز المُرسَل. بقيت {n} محاولة.",
                de: "one:Das ist nicht der Code, der geschickt wurde. Ein Versuch bleibt.|other:Das ist nicht der Code, der geschickt wurde. {n} Versuche bleiben.",
                fr: "one:Ce n’est pas le code envoyé. Il reste {n} essai.|many:Ce n’est pas le code envoyé. Il reste {n} essais.|"
                    + "other:Ce n’est pas le code envoyé. Il reste {n} essais.",
                es: "one:Ese no es el código enviado. Queda un intento.|many:Ese no es el código enviado. Quedan {n} intentos.|"
                    + "other:Ese no es el código enviado. Quedan {n} intentos.",
                tr: "one:Gönderilen kod bu değil. Bir deneme hakkı kaldı.|other:Gönderilen kod bu değil. {n} deneme hakkı kaldı.")
        case .voidCode:
            PageTexts(
                en: "The code doesn’t count any more. Ask for a new one.", ar: "لم يعد الرمز صالحًا. اطلب رمزًا جديدًا.",
                de: "Der Code gilt nicht mehr. Lass dir einen neuen schicken.", fr: "Le code n’est plus valable. Demandez-en un nouveau.",
                es: "El código ya no vale. Pide uno nuevo.", tr: "Kod artık geçerli değil. Yenisini isteyin.")
        case .codeNotSent:
            PageTexts(
                en: "No code could be sent there now. Check the address, or try again later.", ar: "تعذّر إرسال رمز إلى هناك الآن. تحقق من العنوان أو حاول لاحقًا.",
                de: "Dorthin konnte gerade kein Code geschickt werden. Prüfe die Adresse, oder versuch es später wieder.",
                fr: "Aucun code n’a pu y être envoyé. Vérifiez l’adresse, ou réessayez plus tard.",
                es: "Ahora no se pudo enviar ningún código allí. Comprueba la dirección o inténtalo más tarde.",
                tr: "Oraya şu anda kod gönderilemedi. Adrese bakın ya da sonra yeniden deneyin.")
        case .snoozeDays:
            PageTexts(
                en: "An alert can be snoozed for 1, 3 or 7 days.", ar: "يمكن تأجيل التنبيه يومًا أو 3 أيام أو 7 أيام.", de: "Eine Warnung kann 1, 3 oder 7 Tage schlummern.",
                fr: "Une alerte se met en veille pour 1, 3 ou 7 jours.", es: "Una alerta se puede posponer 1, 3 o 7 días.", tr: "Bir uyarı 1, 3 ya da 7 gün ertelenebilir.")
        case .notFamily:
            PageTexts(
                en: "Only the member’s family may do this.", ar: "لا يجوز هذا إلا لعائلة الفرد.", de: "Das darf nur die Familie des Mitglieds.", fr: "Seule la famille du membre peut le faire.",
                es: "Solo puede hacerlo la familia del miembro.", tr: "Bunu yalnızca üyenin ailesi yapabilir.")
        case .notAllowed: PageTexts(en: "You may not do this.", ar: "لا يجوز لك هذا.", de: "Das darfst du nicht.", fr: "Vous ne pouvez pas faire cela.", es: "No puedes hacer esto.", tr: "Bunu yapamazsınız.")
        case .noMessage:
            PageTexts(
                en: "This message isn’t in your inbox any more.", ar: "لم تعد هذه الرسالة في صندوقك.", de: "Diese Nachricht liegt nicht mehr in deinem Posteingang.",
                fr: "Ce message n’est plus dans votre boîte.", es: "Este mensaje ya no está en tu bandeja.", tr: "Bu ileti artık gelen kutunuzda değil.")
        case .noDelivery:
            PageTexts(
                en: "There is no such delivery.", ar: "لا توجد عملية إرسال كهذه.", de: "So eine Zustellung gibt es nicht.", fr: "Cet envoi n’existe pas.", es: "No existe ese envío.", tr: "Böyle bir gönderim yok.")
        case .notThere: PageTexts(en: "It isn’t there any more.", ar: "لم يعد موجودًا.", de: "Das gibt es nicht mehr.", fr: "Cela n’existe plus.", es: "Ya no está.", tr: "Artık yok.")
        case .signedOut:
            PageTexts(
                en: "You aren’t signed in any more. Load the page again.", ar: "لم تعد مسجّل الدخول. أعد تحميل الصفحة.", de: "Du bist nicht mehr angemeldet. Lade die Seite neu.",
                fr: "Votre session est terminée. Rechargez la page.", es: "Tu sesión ha terminado. Vuelve a cargar la página.", tr: "Oturumunuz açık değil. Sayfayı yenileyin.")
        case .houseFailed:
            PageTexts(
                en: "Something went wrong here, and nothing was saved. Please try again in a moment.",
                ar: "حدث خطأ هنا ولم يُحفظ شيء. حاول مرة أخرى بعد لحظات.", de: "Hier ist etwas schiefgegangen, und nichts wurde gespeichert. Bitte versuche es gleich noch einmal.",
                fr: "Un problème est survenu ici, et rien n’a été enregistré. Veuillez réessayer dans un instant.",
                es: "Algo ha fallado aquí y no se ha guardado nada. Inténtalo de nuevo en un momento.",
                tr: "Burada bir sorun oldu ve hiçbir şey kaydedilmedi. Lütfen birazdan yeniden deneyin.")
        }
    }
}

extension Phrases {
    /// What a page says of a problem, in the language of whoever looks at it.
    public static func notice(of problem: Problem, in language: Language) -> String {
        let words = PageWords(language)
        let input = ["input": problem.field.map { inputName($0, words) } ?? ""]
        let word: ProblemWord
        switch problem {
        case .missingField: word = .missingInput
        case .unknownTimezone: word = .unknownZone
        case .bodyTooLarge, .tooManyItems: word = .tooMuch
        case .tooManySwitchedOff: word = .tooManySwitchedOff
        case .tooManyAddresses: word = .tooManyAddresses
        case .tooManyCodes(let secondsLeft): return words(ProblemWord.tooManyCodes, ["minutes": text(of: (secondsLeft + 59) / 60, in: language)])
        case .codeRefused(let attemptsLeft):
            if attemptsLeft > 0 { return words(ProblemWord.wrongCode, count: attemptsLeft) }
            word = .voidCode
        case .codeNotSent: word = .codeNotSent
        case .snoozeDaysNotOffered: word = .snoozeDays
        case .notAuthorized(.snoozeAlert), .notAuthorized(.dismissAlert), .notAuthorized(.seeFamilyAlerts): word = .notFamily
        case .notAuthorized, .secretNotConfigured: word = .notAllowed
        case .unknownInboxMessage: word = .noMessage
        case .unknownDelivery: word = .noDelivery
        case .notFound, .methodNotAllowed, .unknownFamily, .unknownAddress, .unknownBroadcast, .unknownAudience, .unknownSchedule,
            .unknownHeartbeat, .unknownRota, .unknownCategory, .unknownHook, .unknownTemplate, .unknownAction, .notTold, .scheduleEnded:
            word = .notThere
        case .notAuthenticated, .needs, .notSigned: word = .signedOut
        case .syncConflict: return words(SettingsWord.savedElsewhere)
        case .storeUnavailable, .internalFailure: word = .houseFailed
        case _ where problem.field != nil: word = .badInput
        default: return words(FrameWord.failed)
        }
        return words(word, input)
    }

    /// What a field of a page is called there; its own name where none of the pages has it.
    private static func inputName(_ field: String, _ words: PageWords) -> String {
        switch field {
        case "timezone": words(SettingsWord.timezone)
        case "start", "quiet_hours_start": words(SettingsWord.from)
        case "end", "quiet_hours_end": words(SettingsWord.until)
        case "snooze_for_days": words(AlertWord.snooze)
        case "app_id": words(OperatorWord.pauseApp)
        case "for": words(OperatorWord.pauseFor)
        case "why": words(OperatorWord.pauseWhy)
        case "local": words(PlannedWord.next)
        case "mute": words(MuteWord.title)
        case "endpoint", "keys", "keys.p256dh", "keys.auth": words(SettingsWord.push)
        default: field
        }
    }
}
