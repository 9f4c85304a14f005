import BelfryModel
import BelfryTime

/// What the page says on which a person keeps their own reminders.
public enum ReminderWord: PageWord {
    case lead, none, untold, newTitle, changeTitle
    case date, time, timeHint, repeats, repeatsHint, interval, intervalHint, days, daysHint, until, count, endHint, validFor, untilSeen
    case never, daily, workdays, weekly, monthly, lastDay, yearly, asItIs
    case everyDay, everyWorkday, everyWeek, everyMonth, everyLastDay, everyYear, untilDay, times, ownRule, yourHour
    case once, next, over, done, off, unusable, byClock
    case doneButton, change, switchOn, switchOff, delete, add, cancel
    case added, saved, doneNow, switchedOn, switchedOff, deleted, undone, gone
    case noTitle, longTitle, noDate, bothEnds, ownEnd, badInterval, badCount, earlyEnd

    public var texts: PageTexts {
        switch self {
        case .lead:
            PageTexts(
                en: "What you want to be told, in your own words. Your devices tell it, and have it with their next sync.",
                ar: "ما تريد أن تُذكَّر به بكلماتك. أجهزتك هي التي تخبرك به، ويصلها مع مزامنتها التالية.",
                de: "Was du gesagt bekommen willst, in deinen Worten. Deine Geräte sagen es und haben es mit ihrem nächsten Abgleich.",
                fr: "Ce que vous voulez qu’on vous rappelle, avec vos mots. Vos appareils l’annoncent et le reçoivent à leur prochaine synchronisation.",
                es: "Lo que quieres que se te recuerde, con tus palabras. Lo avisan tus dispositivos, que lo reciben en su próxima sincronización.",
                tr: "Kendi sözlerinizle size hatırlatılmasını istedikleriniz. Bunları cihazlarınız söyler; bir sonraki eşitlemede alırlar.")
        case .none: PageTexts(en: "There is none yet.", ar: "لا يوجد شيء بعد.", de: "Noch gibt es keine.", fr: "Il n’y en a pas encore.", es: "Aún no hay ninguno.", tr: "Henüz yok.")
        case .untold:
            PageTexts(
                en: "As far as is known here, no device of yours has told you anything in the last 30 days. Reminders are told by an app that syncs with this Belfry: without one you will see them here, and not be told.",
                ar: "بحسب المعلوم هنا، لم يخبرك أي جهاز لك بشيء في آخر 30 يومًا. التذكيرات يخبرك بها تطبيق يتزامن مع Belfry هذا: من دونه ستراها هنا فقط ولن تُخبَر بها.",
                de: "Soweit hier bekannt, hat dir in den letzten 30 Tagen keines deiner Geräte etwas gesagt. Erinnerungen sagt eine App, die sich mit diesem Belfry abgleicht: Ohne eine siehst du sie hier und bekommst sie nicht gesagt.",
                fr: "Autant qu’on le sache ici, aucun de vos appareils ne vous a rien annoncé ces 30 derniers jours. Les rappels sont annoncés par une application synchronisée avec ce Belfry : sans elle, vous les voyez ici, et rien ne vous est annoncé.",
                es: "Por lo que se sabe aquí, ningún dispositivo tuyo te ha avisado de nada en los últimos 30 días. Los recordatorios los avisa una aplicación que se sincroniza con este Belfry: sin ella los ves aquí y nadie te avisa.",
                tr: "Burada bilindiği kadarıyla son 30 günde hiçbir cihazınız size bir şey söylemedi. Hatırlatmaları bu Belfry ile eşitlenen bir uygulama söyler: öyle bir uygulama yoksa onları burada görürsünüz, ama size söylenmez.")
        case .newTitle: PageTexts(en: "New reminder", ar: "تذكير جديد", de: "Neue Erinnerung", fr: "Nouveau rappel", es: "Recordatorio nuevo", tr: "Yeni hatırlatma")
        case .changeTitle: PageTexts(en: "Change a reminder", ar: "تغيير تذكير", de: "Erinnerung ändern", fr: "Modifier un rappel", es: "Cambiar un recordatorio", tr: "Hatırlatmayı değiştir")
        case .date: PageTexts(en: "First day", ar: "اليوم الأول", de: "Erster Tag", fr: "Premier jour", es: "Primer día", tr: "İlk gün")
        case .time: PageTexts(en: "Time", ar: "الوقت", de: "Uhrzeit", fr: "Heure", es: "Hora", tr: "Saat")
        case .timeHint:
            PageTexts(
                en: "Left empty, it comes at your hour, {time}, or at one that was learnt.", ar: "إن تُرك فارغًا يأتي في ساعتك، {time}، أو في ساعة تعلّمها جهازك.",
                de: "Bleibt es leer, kommt sie zu deiner Zeit, {time}, oder zu einer gelernten.", fr: "Laissé vide, il vient à votre heure, {time}, ou à une heure apprise.",
                es: "Si se deja vacío, llega a tu hora, {time}, o a una aprendida.", tr: "Boş kalırsa sizin saatinizde ({time}) ya da öğrenilen bir saatte gelir.")
        case .repeats: PageTexts(en: "Comes back", ar: "يتكرر", de: "Kommt wieder", fr: "Revient", es: "Se repite", tr: "Tekrar")
        case .repeatsHint:
            PageTexts(
                en: "A day that a month doesn’t have is its last.", ar: "اليوم الذي لا يوجد في شهر ما يكون آخر أيامه.", de: "Ein Tag, den ein Monat nicht hat, ist sein letzter.",
                fr: "Un jour qu’un mois n’a pas est son dernier.", es: "Un día que un mes no tiene es su último.", tr: "Bir ayda olmayan gün, o ayın son günüdür.")
        case .interval: PageTexts(en: "Interval", ar: "الفاصل", de: "Abstand", fr: "Intervalle", es: "Intervalo", tr: "Aralık")
        case .intervalHint:
            PageTexts(
                en: "2 is every second day, week, month or year.", ar: "‏2 تعني كل يومين أو أسبوعين أو شهرين أو سنتين.", de: "2 ist jeder zweite Tag, jede zweite Woche und so weiter.",
                fr: "2 : un jour, une semaine, un mois ou un an sur deux.", es: "2 es cada dos días, semanas, meses o años.", tr: "2, iki günde, haftada, ayda ya da yılda bir demektir.")
        case .days: PageTexts(en: "Weekly on", ar: "أسبوعيًا في", de: "Wöchentlich am", fr: "Chaque semaine le", es: "Cada semana el", tr: "Haftanın günleri")
        case .daysHint:
            PageTexts(
                en: "With none it is the first day’s.", ar: "إن لم تختر شيئًا فهو يوم البداية.", de: "Ohne Angabe ist es der des ersten Tages.", fr: "Sans choix, c’est celui du premier jour.",
                es: "Sin elegir ninguno es el del primer día.", tr: "Seçilmezse ilk günün haftalık günüdür.")
        case .until: PageTexts(en: "Last day", ar: "اليوم الأخير", de: "Letzter Tag", fr: "Dernier jour", es: "Último día", tr: "Son gün")
        case .count: PageTexts(en: "How many times", ar: "كم مرة", de: "Wie oft", fr: "Combien de fois", es: "Cuántas veces", tr: "Kaç kez")
        case .endHint:
            PageTexts(
                en: "One of the two, or neither.", ar: "أحدهما، أو لا شيء منهما.", de: "Eines von beiden oder keines.", fr: "L’un des deux, ou aucun.", es: "Uno de los dos, o ninguno.",
                tr: "İkisinden biri ya da hiçbiri.")
        case .validFor: PageTexts(en: "Of use for", ar: "يبقى مفيدًا لمدة", de: "Nützlich für", fr: "Utile pendant", es: "Útil durante", tr: "Geçerlilik süresi")
        case .untilSeen: PageTexts(en: "as long as it takes", ar: "مهما طال", de: "so lange es dauert", fr: "aussi longtemps qu’il faut", es: "lo que haga falta", tr: "ne kadar sürerse")
        case .never: PageTexts(en: "never", ar: "أبدًا", de: "nie", fr: "jamais", es: "nunca", tr: "hiç")
        case .daily: PageTexts(en: "daily", ar: "يوميًا", de: "täglich", fr: "chaque jour", es: "cada día", tr: "her gün")
        case .workdays: PageTexts(en: "Monday to Friday", ar: "من الاثنين إلى الجمعة", de: "Montag bis Freitag", fr: "du lundi au vendredi", es: "de lunes a viernes", tr: "pazartesiden cumaya")
        case .weekly: PageTexts(en: "weekly", ar: "أسبوعيًا", de: "wöchentlich", fr: "chaque semaine", es: "cada semana", tr: "her hafta")
        case .monthly: PageTexts(en: "monthly", ar: "شهريًا", de: "monatlich", fr: "chaque mois", es: "cada mes", tr: "her ay")
        case .lastDay:
            PageTexts(
                en: "on the last day of the month", ar: "في آخر يوم من الشهر", de: "am letzten Tag des Monats", fr: "le dernier jour du mois", es: "el último día del mes",
                tr: "ayın son günü")
        case .yearly: PageTexts(en: "yearly", ar: "سنويًا", de: "jährlich", fr: "chaque année", es: "cada año", tr: "her yıl")
        case .asItIs: PageTexts(en: "as it is", ar: "كما هو", de: "wie es ist", fr: "tel quel", es: "tal como está", tr: "olduğu gibi")
        case .everyDay:
            PageTexts(
                en: "one:Every day|other:Every {n} days",
                ar: "zero:كل {n} يوم|one:كل يوم|two:كل يومين|few:كل {n} أيام|many:كل {n} يومًا|other:كل {n} يوم", de: "one:Jeden Tag|other:Alle {n} Tage",
                fr: "one:Chaque jour|many:Tous les {n} de jours|other:Tous les {n} jours", es: "one:Cada día|many:Cada {n} de días|other:Cada {n} días",
                tr: "one:Her gün|other:{n} günde bir")
        case .everyWorkday:
            PageTexts(
                en: "Monday to Friday", ar: "من الاثنين إلى الجمعة", de: "Montag bis Freitag", fr: "Du lundi au vendredi", es: "De lunes a viernes", tr: "Pazartesiden cumaya")
        case .everyWeek:
            PageTexts(
                en: "one:Every week: {days}|other:Every {n} weeks: {days}",
                ar: "zero:كل {n} أسبوع: {days}|one:كل أسبوع: {days}|two:كل أسبوعين: {days}|few:كل {n} أسابيع: {days}|many:كل {n} أسبوعًا: {days}|other:كل {n} أسبوع: {days}",
                de: "one:Jede Woche: {days}|other:Alle {n} Wochen: {days}",
                fr: "one:Chaque semaine : {days}|many:Toutes les {n} de semaines : {days}|other:Toutes les {n} semaines : {days}",
                es: "one:Cada semana: {days}|many:Cada {n} de semanas: {days}|other:Cada {n} semanas: {days}", tr: "one:Her hafta: {days}|other:{n} haftada bir: {days}")
        case .everyMonth:
            PageTexts(
                en: "one:Every month, on day {day}|other:Every {n} months, on day {day}",
                ar: "zero:كل {n} شهر، في اليوم {day}|one:كل شهر، في اليوم {day}|two:كل شهرين، في اليوم {day}|few:كل {n} أشهر، في اليوم {day}|many:كل {n} شهرًا، في اليوم {day}|other:كل {n} شهر، في اليوم {day}",
                de: "one:Jeden Monat am {day}.|other:Alle {n} Monate am {day}.",
                fr: "one:Chaque mois, le {day}|many:Tous les {n} de mois, le {day}|other:Tous les {n} mois, le {day}",
                es: "one:Cada mes, el día {day}|many:Cada {n} de meses, el día {day}|other:Cada {n} meses, el día {day}",
                tr: "one:Her ayın {day}. günü|other:{n} ayda bir, ayın {day}. günü")
        case .everyLastDay:
            PageTexts(
                en: "one:On the last day of every month|other:On the last day, every {n} months",
                ar: "zero:في آخر يوم، كل {n} شهر|one:في آخر يوم من كل شهر|two:في آخر يوم، كل شهرين|few:في آخر يوم، كل {n} أشهر|many:في آخر يوم، كل {n} شهرًا|other:في آخر يوم، كل {n} شهر",
                de: "one:Am letzten Tag jedes Monats|other:Alle {n} Monate am letzten Tag",
                fr: "one:Le dernier jour de chaque mois|many:Le dernier jour, tous les {n} de mois|other:Le dernier jour, tous les {n} mois",
                es: "one:El último día de cada mes|many:El último día, cada {n} de meses|other:El último día, cada {n} meses",
                tr: "one:Her ayın son günü|other:{n} ayda bir, ayın son günü")
        case .everyYear:
            PageTexts(
                en: "one:Every year|other:Every {n} years",
                ar: "zero:كل {n} سنة|one:كل سنة|two:كل سنتين|few:كل {n} سنوات|many:كل {n} سنة|other:كل {n} سنة", de: "one:Jedes Jahr|other:Alle {n} Jahre",
                fr: "one:Chaque année|many:Tous les {n} d’ans|other:Tous les {n} ans", es: "one:Cada año|many:Cada {n} de años|other:Cada {n} años",
                tr: "one:Her yıl|other:{n} yılda bir")
        case .untilDay: PageTexts(en: "through {day}", ar: "حتى نهاية {day}", de: "bis einschließlich {day}", fr: "dernier jour : {day}", es: "último día: {day}", tr: "son gün: {day}")
        case .times:
            PageTexts(
                en: "one:once|other:{n} times", ar: "zero:{n} مرة|one:مرة واحدة|two:مرتين|few:{n} مرات|many:{n} مرة|other:{n} مرة", de: "one:einmal|other:{n}-mal",
                fr: "one:{n} fois|many:{n} de fois|other:{n} fois", es: "one:una vez|many:{n} de veces|other:{n} veces", tr: "one:{n} kez|other:{n} kez")
        case .ownRule:
            PageTexts(
                en: "By a rule that an app has set", ar: "بقاعدة وضعها تطبيق", de: "Nach einer Regel, die eine App gesetzt hat", fr: "Selon une règle définie par une application",
                es: "Según una regla que puso una aplicación", tr: "Bir uygulamanın koyduğu kurala göre")
        case .yourHour: PageTexts(en: "at your hour", ar: "في ساعتك", de: "zu deiner Zeit", fr: "à votre heure", es: "a tu hora", tr: "sizin saatinizde")
        case .once: PageTexts(en: "Once", ar: "مرة واحدة", de: "Einmal", fr: "Une fois", es: "Una vez", tr: "Bir kez")
        case .next: PageTexts(en: "Next", ar: "التالي", de: "Als Nächstes", fr: "Prochaine fois", es: "Próxima vez", tr: "Sıradaki")
        case .over: PageTexts(en: "Over", ar: "انتهى", de: "Vorbei", fr: "Passé", es: "Terminado", tr: "Bitti")
        case .done: PageTexts(en: "Done", ar: "أُنجز", de: "Erledigt", fr: "Fait", es: "Hecho", tr: "Yapıldı")
        case .off: PageTexts(en: "Switched off", ar: "متوقف", de: "Ausgeschaltet", fr: "Désactivé", es: "Desactivado", tr: "Kapalı")
        case .unusable:
            PageTexts(
                en: "Not told: something in it can’t be used", ar: "لن يُذكَّر به: فيه ما لا يمكن استخدامه", de: "Wird nicht gesagt: Etwas darin ist nicht brauchbar",
                fr: "Non annoncé : quelque chose y est inutilisable", es: "No se avisa: algo en él no sirve", tr: "Söylenmez: içinde kullanılamayan bir şey var")
        case .byClock: PageTexts(en: "by the clock of {zone}", ar: "بتوقيت {zone}", de: "nach der Uhr von {zone}", fr: "à l’heure de {zone}", es: "según la hora de {zone}", tr: "{zone} saatine göre")
        case .doneButton: PageTexts(en: "Done", ar: "أُنجز", de: "Erledigt", fr: "C’est fait", es: "Hecho", tr: "Yapıldı")
        case .change: PageTexts(en: "Change", ar: "تغيير", de: "Ändern", fr: "Modifier", es: "Cambiar", tr: "Değiştir")
        case .switchOn: PageTexts(en: "Switch on", ar: "تشغيل", de: "Einschalten", fr: "Activer", es: "Activar", tr: "Aç")
        case .switchOff: PageTexts(en: "Switch off", ar: "إيقاف", de: "Ausschalten", fr: "Désactiver", es: "Desactivar", tr: "Kapat")
        case .delete: PageTexts(en: "Delete", ar: "حذف", de: "Löschen", fr: "Supprimer", es: "Eliminar", tr: "Sil")
        case .add: PageTexts(en: "Add", ar: "إضافة", de: "Hinzufügen", fr: "Ajouter", es: "Añadir", tr: "Ekle")
        case .cancel: PageTexts(en: "Back without saving", ar: "رجوع من دون حفظ", de: "Zurück ohne Speichern", fr: "Retour sans enregistrer", es: "Volver sin guardar", tr: "Kaydetmeden dön")
        case .added: PageTexts(en: "Added: {name}", ar: "أُضيف: {name}", de: "Hinzugefügt: {name}", fr: "Ajouté : {name}", es: "Añadido: {name}", tr: "Eklendi: {name}")
        case .saved: PageTexts(en: "Saved: {name}", ar: "حُفظ: {name}", de: "Gespeichert: {name}", fr: "Enregistré : {name}", es: "Guardado: {name}", tr: "Kaydedildi: {name}")
        case .doneNow: PageTexts(en: "Done: {name}", ar: "أُنجز: {name}", de: "Erledigt: {name}", fr: "Fait : {name}", es: "Hecho: {name}", tr: "Yapıldı: {name}")
        case .switchedOn: PageTexts(en: "Switched on: {name}", ar: "شُغّل: {name}", de: "Eingeschaltet: {name}", fr: "Activé : {name}", es: "Activado: {name}", tr: "Açıldı: {name}")
        case .switchedOff: PageTexts(en: "Switched off: {name}", ar: "أُوقف: {name}", de: "Ausgeschaltet: {name}", fr: "Désactivé : {name}", es: "Desactivado: {name}", tr: "Kapatıldı: {name}")
        case .deleted: PageTexts(en: "Deleted: {name}", ar: "حُذف: {name}", de: "Gelöscht: {name}", fr: "Supprimé : {name}", es: "Eliminado: {name}", tr: "Silindi: {name}")
        case .undone: PageTexts(en: "Undone.", ar: "تم التراجع.", de: "Rückgängig gemacht.", fr: "Annulé.", es: "Deshecho.", tr: "Geri alındı.")
        case .gone:
            PageTexts(
                en: "It isn’t there any more: it was deleted elsewhere.", ar: "لم يعد موجودًا: حُذف من مكان آخر.", de: "Es ist nicht mehr da: Es wurde anderswo gelöscht.",
                fr: "Il n’existe plus : il a été supprimé ailleurs.", es: "Ya no está: se eliminó en otro lugar.", tr: "Artık yok: başka bir yerde silindi.")
        case .noTitle:
            PageTexts(
                en: "Say what you want to be told.", ar: "اكتب ما تريد أن تُذكَّر به.", de: "Sag, was du gesagt bekommen willst.", fr: "Dites ce qui doit vous être rappelé.",
                es: "Di qué quieres que se te recuerde.", tr: "Neyin hatırlatılacağını yazın.")
        case .longTitle:
            PageTexts(
                en: "200 characters are the most.", ar: "الحد الأقصى 200 حرف.", de: "Mehr als 200 Zeichen gehen nicht.", fr: "200 caractères au plus.", es: "Como máximo 200 caracteres.",
                tr: "En fazla 200 karakter.")
        case .noDate: PageTexts(en: "Choose a day.", ar: "اختر يومًا.", de: "Wähle einen Tag.", fr: "Choisissez un jour.", es: "Elige un día.", tr: "Bir gün seçin.")
        case .bothEnds:
            PageTexts(
                en: "Give a last day or a number of times, not both.", ar: "حدد اليوم الأخير أو عدد المرات، لا كليهما.", de: "Gib einen letzten Tag an oder wie oft, nicht beides.",
                fr: "Donnez un dernier jour ou un nombre de fois, pas les deux.", es: "Da un último día o un número de veces, no ambos.", tr: "Son gün ya da sayı verin, ikisini birden değil.")
        case .ownEnd:
            PageTexts(
                en: "What comes back as it is ends as it does: leave this empty, or choose another way.",
                ar: "ما يتكرر كما هو ينتهي كما هو محدد فيه: اترك هذا فارغًا أو اختر طريقة أخرى.",
                de: "Was wiederkommt, wie es ist, endet auch so: Lass das leer oder wähle etwas anderes.",
                fr: "Ce qui revient tel quel se termine tel quel : laissez ceci vide ou choisissez autre chose.",
                es: "Lo que se repite tal como está termina tal como está: deja esto vacío o elige otra cosa.",
                tr: "Olduğu gibi tekrarlanan, olduğu gibi biter: bunu boş bırakın ya da başka bir seçenek seçin.")
        case .badInterval:
            PageTexts(
                en: "Give a whole number from 1 to 100.", ar: "أعطِ عددًا صحيحًا من 1 إلى 100.", de: "Gib eine ganze Zahl von 1 bis 100 an.", fr: "Donnez un nombre entier de 1 à 100.",
                es: "Da un número entero de 1 a 100.", tr: "1 ile 100 arasında bir tam sayı verin.")
        case .badCount:
            PageTexts(
                en: "Give a whole number from 1 to 10,000.", ar: "أعطِ عددًا صحيحًا من 1 إلى 10,000.", de: "Gib eine ganze Zahl von 1 bis 10.000 an.",
                fr: "Donnez un nombre entier de 1 à 10 000.", es: "Da un número entero de 1 a 10.000.", tr: "1 ile 10.000 arasında bir tam sayı verin.")
        case .earlyEnd:
            PageTexts(
                en: "The last day is before the first.", ar: "اليوم الأخير قبل الأول.", de: "Der letzte Tag liegt vor dem ersten.", fr: "Le dernier jour précède le premier.",
                es: "El último día es anterior al primero.", tr: "Son gün ilk günden önce.")
        }
    }
}

extension Phrases {
    /// How something comes back, as a person says it: "Every 2 weeks: Monday, Thursday, 10 times".
    ///
    /// - Parameter start: the day on which it begins.
    public static func text(of plain: PlainRecurrence, from start: CivilDate, in language: Language) -> String {
        let words = PageWords(language)
        let pace: String =
            switch plain.pace {
            case .daily: words(ReminderWord.everyDay, count: plain.interval)
            case .weekly(Weekday.workdays) where plain.interval == 1: words(ReminderWord.everyWorkday)
            case .weekly(let days):
                words(ReminderWord.everyWeek, count: plain.interval, ["days": days.map { name(of: $0, in: language) }.joined(separator: words.comma)])
            case .monthly: words(ReminderWord.everyMonth, count: plain.interval, ["day": "\(start.components.day)"])
            case .lastDayOfMonth: words(ReminderWord.everyLastDay, count: plain.interval)
            case .yearly: words(ReminderWord.everyYear, count: plain.interval)
            }
        let end: String? =
            switch plain.end {
            case .never: nil
            case .count(let count): words(ReminderWord.times, count: count)
            case .date(let day): words(ReminderWord.untilDay, ["day": text(of: day, in: language)])
            case .civil(let reading): words(ReminderWord.untilDay, ["day": text(of: reading.date, in: language)])
            case .moment(let moment): words(ReminderWord.untilDay, ["day": text(of: CivilDateTime(utc: moment).date, in: language)])
            }
        return [pace, end].compactMap(\.self).joined(separator: words.comma)
    }
}
