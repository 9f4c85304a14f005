import Hummingbird
struct PageRoutes {
    let services: Services
    func add(to router: Router<AppContext>) {}
}
