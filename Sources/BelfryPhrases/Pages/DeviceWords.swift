/// What whoever asks a device how it stands is told.
public enum DeviceWord: PageWord {
    case noAgent, pending, told, nothing, plannedUntil
    case wasTold, opened, acted, dismissed, ignored, missed, notAllowed

    public var texts: PageTexts {
        switch self {
        case .noAgent:
            PageTexts(
                en: "No agent is running, so nothing is shown. Start {command}.", ar: "لا يعمل أي وكيل، لذلك لا يظهر شيء. شغّل {command}.",
                de: "Kein Agent läuft, deshalb wird nichts angezeigt. Starte {command}.",
                fr: "Aucun agent ne tourne, rien ne s’affiche donc. Lancez {command}.",
                es: "No hay ningún agente en marcha, así que no se muestra nada. Inicia {command}.",
                tr: "Çalışan bir aracı yok, bu yüzden hiçbir şey gösterilmiyor. {command} komutunu başlatın.")
        case .pending:
            PageTexts(en: "Pending:", ar: "قيد الانتظار:", de: "Steht an:", fr: "À venir :", es: "Pendiente:", tr: "Bekleyenler:")
        case .told: PageTexts(en: "Told:", ar: "ما قيل:", de: "Gesagt:", fr: "Annoncé :", es: "Avisado:", tr: "Söylenenler:")
        case .nothing: PageTexts(en: "nothing", ar: "لا شيء", de: "nichts", fr: "rien", es: "nada", tr: "hiçbir şey")
        case .plannedUntil:
            PageTexts(
                en: "Covered until {time}.", ar: "مخطط حتى {time}.", de: "Geplant bis {time}.", fr: "Prévu jusqu’au {time}.",
                es: "Previsto hasta el {time}.", tr: "{time} zamanına kadar planlandı.")
        case .wasTold: PageTexts(en: "told", ar: "قيل", de: "gesagt", fr: "annoncé", es: "avisado", tr: "söylendi")
        case .opened: PageTexts(en: "opened", ar: "فُتح", de: "geöffnet", fr: "ouvert", es: "abierto", tr: "açıldı")
        case .acted:
            PageTexts(
                en: "a button was pressed", ar: "ضُغط زر", de: "Knopf gedrückt", fr: "bouton pressé", es: "botón pulsado", tr: "düğmeye basıldı")
        case .dismissed: PageTexts(en: "dismissed", ar: "صُرف النظر عنه", de: "verworfen", fr: "écarté", es: "descartado", tr: "kapatıldı")
        case .ignored: PageTexts(en: "ignored", ar: "لم يُلتفت إليه", de: "nicht beachtet", fr: "ignoré", es: "ignorado", tr: "ilgilenilmedi")
        case .missed: PageTexts(en: "missed", ar: "فات موعده", de: "verpasst", fr: "manqué", es: "perdido", tr: "kaçırıldı")
        case .notAllowed:
            PageTexts(en: "not allowed", ar: "غير مسموح به", de: "nicht erlaubt", fr: "non autorisé", es: "no permitido", tr: "izin verilmedi")
        }
    }
}
