import BelfryDomains
import BelfryModel

/// Asks the tenants again and again; for the bills, of which there may be thousands, only what has changed, as long as nothing else has.
struct TenantKeeper: Sendable {
    private var bills: BillAgenda?

    /// - Parameters:
    ///   - overspent: as it was remembered.
    ///   - profile: gets the horizon that the person wants.
    mutating func answer(
        from facts: inout FactBook, overspent: OverspentBudgets, to recipient: Recipient, on profile: inout PlatformProfile
    ) -> TenantAnswer {
        var answer = TenantAnswer()
        take(&facts, overspent, recipient, into: &answer)
        let others = facts.domainFacts
        profile = others.platform(profile)
        answer.rest += others.plan(for: recipient, on: profile).plan
        return answer
    }

    private mutating func take(_ facts: inout FactBook, _ overspent: OverspentBudgets, _ recipient: Recipient, into answer: inout TenantAnswer) {
        let changed = facts.takeChangedBills()
        guard let known = facts.bills(overspent: overspent) else {
            answer.areBillsNew = bills != nil
            return bills = nil
        }
        if bills?.holds(for: known.settings, overspent: overspent, at: recipient) == true {
            for (id, bill) in changed {
                if let bill { bills?.put(bill, for: recipient) } else { bills?.remove(id, for: recipient) }
            }
        } else {
            bills = BillAgenda(known, for: recipient)
            answer.areBillsNew = true
        }
        if let taken = bills?.take() { (answer.changedBills, answer.rest) = taken }
        answer.bills = bills
    }
}

/// What the tenants want to be told.
struct TenantAnswer: Sendable {
    /// Nil where nothing is known of any.
    var bills: BillAgenda?
    /// Whether everything that is asked for bills may be another than before.
    var areBillsNew = false
    /// Where not, what is.
    var changedBills: BillAgenda.Changes = [:]
    /// The requests of all others, and what all have to say besides.
    var rest = DomainPlan()

    var overspent: OverspentBudgets { bills?.overspent ?? OverspentBudgets() }
}
