import BelfryModel

@testable import BelfryDashboard

func filter(_ word: String) -> DeliverySearch.Filter {
    DeliverySearch.Filter(name: "app_id", label: word, choices: [.init(value: word, name: word)], chosen: word)
}

/// A list with every part in it; `word` stands wherever a text from outside can stand.
func operatorList(_ word: String = "Ana") -> OperatorList {
    OperatorList(items: [operatorItem(word)], furtherPath: "/planned?rotas=1#rotas", beginningPath: "/planned#rotas", hint: word)
}

func operatorItem(_ word: String) -> OperatorItem {
    OperatorItem(
        title: word, path: "/broadcasts/1", app: word, state: .init(word, shape: .sending), facts: [.init(word, word)],
        progress: .init(done: 1, all: 3, text: word), sendPath: "/send?to=1",
        acts: [.init(word, path: "/page/planned/schedules/1/run", field: .init("key", word)), .init(word, path: "/page/planned/schedules/1/pause")])
}

func plannedPage(_ word: String = "Ana", list: OperatorList? = nil) -> PlannedPage {
    // Their links lead to a part of the page, which has each once.
    let list = list ?? operatorList(word)
    return PlannedPage(filters: [filter(word)], schedules: list, heartbeats: list, rotas: list, audiences: list)
}

func broadcast(_ word: String, _ callingOff: BroadcastPage.CallingOff) -> BroadcastPage {
    BroadcastPage(item: operatorItem(word), body: word, callingOff: callingOff)
}

func composePage(_ word: String = "Ana", isTried: Bool = false) -> ComposePage {
    let choices = [DeliverySearch.Choice(value: word, name: word)]
    let row = ComposePage.Row(recipient: word, detail: word, state: .init(word, shape: .sent), sentence: word)
    let values = Dictionary(uniqueKeysWithValues: ComposePage.Field.allCases.map { ($0, word) })
    return ComposePage(
        values: values, faults: isTried ? [:] : values, apps: choices, channels: choices,
        preview: isTried ? .init(summary: [word], rows: [row], key: word) : nil)
}
