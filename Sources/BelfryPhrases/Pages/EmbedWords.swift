/// What the inbox on an app's own pages says beside the words of the page's inbox: the app it is on has its own name.
public enum EmbedWord: PageWord {
    case empty, ended, close

    public var texts: PageTexts {
        switch self {
        case .empty:
            PageTexts(
                en: "No messages yet.", ar: "لا رسائل بعد.", de: "Noch keine Nachrichten.", fr: "Pas encore de messages.", es: "Aún no hay mensajes.",
                tr: "Henüz ileti yok.")
        case .ended:
            PageTexts(
                en: "You are signed out. Sign in again to see your messages.", ar: "انتهت جلستك. سجّل الدخول مجددًا لترى رسائلك.",
                de: "Du bist abgemeldet. Melde dich wieder an, um deine Nachrichten zu sehen.",
                fr: "Votre session a pris fin. Reconnectez-vous pour voir vos messages.",
                es: "Tu sesión ha terminado. Vuelve a entrar para ver tus mensajes.",
                tr: "Oturumunuz kapandı. İletilerinizi görmek için yeniden oturum açın.")
        case .close: PageTexts(en: "Close", ar: "إغلاق", de: "Schließen", fr: "Fermer", es: "Cerrar", tr: "Kapat")
        }
    }
}
