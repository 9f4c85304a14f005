/// What a call says beside what it tells.
public enum CallWord: PageWord {
    case keys, keysWithAnswer, again, thanks, keyVoid, notice

    public var texts: PageTexts {
        switch self {
        case .keys:
            PageTexts(
                en: "Press 1 to say that you have it, or 2 to hear it again.", ar: "اضغط 1 لتأكيد أنك توليت الأمر، أو 2 لسماعها مرة أخرى.",
                de: "Drücke 1, um zu sagen, dass du dich kümmerst, oder 2, um es noch einmal zu hören.",
                fr: "Appuyez sur 1 pour dire que vous vous en chargez, ou sur 2 pour réécouter.", es: "Pulsa 1 para decir que te encargas, o 2 para oírlo otra vez.",
                tr: "İlgilendiğinizi bildirmek için 1’e, yeniden dinlemek için 2’ye basın.")
        case .keysWithAnswer:
            PageTexts(
                en: "Press 1 for: {answer}. Press 2 to hear it again.", ar: "اضغط 1 لاختيار: {answer}. اضغط 2 لسماعها مرة أخرى.",
                de: "Drücke 1 für: {answer}. Drücke 2, um es noch einmal zu hören.", fr: "Appuyez sur 1 pour : {answer}. Appuyez sur 2 pour réécouter.",
                es: "Pulsa 1 para: {answer}. Pulsa 2 para oírlo otra vez.", tr: "Şunun için 1’e basın: {answer}. Yeniden dinlemek için 2’ye basın.")
        case .again:
            PageTexts(
                en: "Press 2 to hear it again.", ar: "اضغط 2 لسماعها مرة أخرى.", de: "Drücke 2, um es noch einmal zu hören.", fr: "Appuyez sur 2 pour réécouter.",
                es: "Pulsa 2 para oírlo otra vez.", tr: "Yeniden dinlemek için 2’ye basın.")
        case .thanks:
            PageTexts(
                en: "Thank you. Goodbye.", ar: "شكرًا لك. إلى اللقاء.", de: "Danke. Auf Wiederhören.", fr: "Merci. Au revoir.", es: "Gracias. Adiós.",
                tr: "Teşekkürler. Hoşça kalın.")
        case .keyVoid:
            PageTexts(
                en: "That is no longer asked of you. Goodbye.", ar: "لم يعد هذا مطلوبًا منك. إلى اللقاء.", de: "Das wird nicht mehr gebraucht. Auf Wiederhören.",
                fr: "Ce n’est plus nécessaire. Au revoir.", es: "Eso ya no hace falta. Adiós.", tr: "Buna artık gerek yok. Hoşça kalın.")
        case .notice:
            PageTexts(
                en: "This is Belfry. There is a message for you. Press 2 to hear it.", ar: "معك Belfry. هناك رسالة لك. اضغط 2 لسماعها.",
                de: "Hier ist Belfry. Es gibt eine Nachricht für dich. Drücke 2, um sie zu hören.",
                fr: "Ici Belfry. Il y a un message pour vous. Appuyez sur 2 pour l’écouter.", es: "Aquí Belfry. Hay un mensaje para ti. Pulsa 2 para oírlo.",
                tr: "Burası Belfry. Sizin için bir mesaj var. Dinlemek için 2’ye basın.")
        }
    }
}
