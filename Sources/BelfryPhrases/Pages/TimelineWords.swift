/// What the page says that shows what a person was told and will be.
public enum TimelineWord: PageWord {
    case lead, coming, past, noneComing, nonePast, nothingThatDay, today, tomorrow, yesterday
    case planned, told, held, later, leftOut, notSent, givenUp, calledOff, onDevice, overChannel, about
    case vitality, bills, study, pantry, prayer, recalls, reminders, other, show, all

    public var texts: PageTexts {
        switch self {
        case .lead:
            PageTexts(
                en: "What you will be told in the next 14 days, what you were told in the last 14, and what you were spared, each with its reason.",
                ar: "ما ستُخبَر به في الأيام الـ14 القادمة، وما أُخبرت به في الـ14 الماضية، وما أُعفيت منه، كلٌّ بسببه.",
                de: "Was dir in den nächsten 14 Tagen gesagt wird, was dir in den letzten 14 gesagt wurde und was dir erspart blieb, jeweils mit dem Grund.",
                fr: "Ce qui vous sera annoncé dans les 14 prochains jours, ce qui l’a été dans les 14 derniers et ce qui vous a été épargné, chaque fois avec la raison.",
                es: "Lo que se te avisará en los próximos 14 días, lo que se te avisó en los últimos 14 y lo que se te ahorró, cada cosa con su motivo.",
                tr: "Önümüzdeki 14 günde söylenecekler, son 14 günde söylenenler ve söylenmeyenler; her biri nedeniyle.")
        case .coming: PageTexts(en: "Coming", ar: "القادم", de: "Kommt noch", fr: "À venir", es: "Próximos", tr: "Gelecek")
        case .past: PageTexts(en: "So far", ar: "ما مضى", de: "Bisher", fr: "Déjà passé", es: "Hasta ahora", tr: "Şimdiye dek")
        case .noneComing:
            PageTexts(
                en: "Nothing is planned. Bills, words to learn, things in the pantry, prayer times and own reminders show here once a device of yours has shared them.",
                ar: "لا شيء مخطط. تظهر هنا الفواتير والكلمات والمؤن ومواقيت الصلاة وتذكيراتك الخاصة حين يشاركها أحد أجهزتك.",
                de: "Nichts ist geplant. Rechnungen, Vokabeln, Vorräte, Gebetszeiten und eigene Erinnerungen stehen hier, sobald ein Gerät von dir sie geteilt hat.",
                fr: "Rien n’est prévu. Factures, mots à apprendre, provisions, heures de prière et rappels personnels s’affichent ici dès qu’un de vos appareils les a partagés.",
                es: "No hay nada previsto. Las facturas, las palabras, la despensa, las horas de oración y los recordatorios propios se ven aquí cuando un dispositivo tuyo las comparte.",
                tr: "Planlanan bir şey yok. Faturalar, kelimeler, kiler, namaz vakitleri ve kendi hatırlatmalarınız bir cihazınız paylaşınca burada görünür.")
        case .nonePast:
            PageTexts(
                en: "You were told nothing in the last 14 days.", ar: "لم تُخبَر بشيء في الأيام الـ14 الماضية.", de: "In den letzten 14 Tagen wurde dir nichts gesagt.",
                fr: "Rien ne vous a été annoncé ces 14 derniers jours.", es: "No se te avisó de nada en los últimos 14 días.", tr: "Son 14 günde size bir şey söylenmedi.")
        case .nothingThatDay: PageTexts(en: "Nothing", ar: "لا شيء", de: "Nichts", fr: "Rien", es: "Nada", tr: "Hiçbir şey")
        case .today: PageTexts(en: "Today", ar: "اليوم", de: "Heute", fr: "Aujourd’hui", es: "Hoy", tr: "Bugün")
        case .tomorrow: PageTexts(en: "Tomorrow", ar: "غدًا", de: "Morgen", fr: "Demain", es: "Mañana", tr: "Yarın")
        case .yesterday: PageTexts(en: "Yesterday", ar: "أمس", de: "Gestern", fr: "Hier", es: "Ayer", tr: "Dün")
        case .planned: PageTexts(en: "Planned", ar: "مخطط", de: "Geplant", fr: "Prévu", es: "Previsto", tr: "Planlandı")
        case .told: PageTexts(en: "Told", ar: "قيل", de: "Gesagt", fr: "Annoncé", es: "Avisado", tr: "Söylendi")
        case .held: PageTexts(en: "Held", ar: "محتجز", de: "Zurückgehalten", fr: "Retenu", es: "Retenido", tr: "Bekletiliyor")
        case .later: PageTexts(en: "Waiting", ar: "في الانتظار", de: "Wartet", fr: "En attente", es: "En espera", tr: "Bekliyor")
        case .leftOut: PageTexts(en: "Left out", ar: "متروك", de: "Ausgelassen", fr: "Laissé de côté", es: "Omitido", tr: "Atlandı")
        case .notSent: PageTexts(en: "Not sent", ar: "لم يُرسل", de: "Nicht gesendet", fr: "Non envoyé", es: "No enviado", tr: "Gönderilmedi")
        case .givenUp: PageTexts(en: "Given up", ar: "توقفت المحاولة", de: "Aufgegeben", fr: "Abandonné", es: "Abandonado", tr: "Vazgeçildi")
        case .calledOff: PageTexts(en: "Called off", ar: "أُلغي", de: "Abgesagt", fr: "Annulé", es: "Cancelado", tr: "İptal edildi")
        case .onDevice: PageTexts(en: "on your device", ar: "على جهازك", de: "auf deinem Gerät", fr: "sur votre appareil", es: "en tu dispositivo", tr: "cihazınızda")
        case .overChannel: PageTexts(en: "over {channel}", ar: "عبر {channel}", de: "Weg: {channel}", fr: "canal : {channel}", es: "canal: {channel}", tr: "kanal: {channel}")
        case .about: PageTexts(en: "about {name}", ar: "عن {name}", de: "über {name}", fr: "concernant {name}", es: "sobre {name}", tr: "{name} hakkında")
        case .vitality: PageTexts(en: "Family health", ar: "صحة العائلة", de: "Familiengesundheit", fr: "Santé de la famille", es: "Salud familiar", tr: "Aile sağlığı")
        case .bills: PageTexts(en: "Bills", ar: "الفواتير", de: "Rechnungen", fr: "Factures", es: "Facturas", tr: "Faturalar")
        case .study: PageTexts(en: "Study", ar: "الدراسة", de: "Lernen", fr: "Révisions", es: "Estudio", tr: "Çalışma")
        case .pantry: PageTexts(en: "Pantry", ar: "المؤن", de: "Vorräte", fr: "Garde-manger", es: "Despensa", tr: "Kiler")
        case .prayer: PageTexts(en: "Prayer", ar: "الصلاة", de: "Gebet", fr: "Prière", es: "Oración", tr: "Namaz")
        case .recalls: PageTexts(en: "Recalls", ar: "استدعاء المنتجات", de: "Rückrufe", fr: "Rappels de produits", es: "Retiradas", tr: "Geri çağırmalar")
        case .reminders: PageTexts(en: "Your own reminders", ar: "تذكيراتك الخاصة", de: "Eigene Erinnerungen", fr: "Rappels personnels", es: "Recordatorios propios", tr: "Kendi hatırlatmalarınız")
        case .other: PageTexts(en: "Other", ar: "أخرى", de: "Anderes", fr: "Autres", es: "Otros", tr: "Diğer")
        case .show: PageTexts(en: "Show", ar: "عرض", de: "Zeigen", fr: "Afficher", es: "Mostrar", tr: "Göster")
        case .all: PageTexts(en: "Everything", ar: "الكل", de: "Alles", fr: "Tout", es: "Todo", tr: "Hepsi")
        }
    }
}
