extension ClientMachine {
    /// The machine's own clock and dice.
    public static let system = ClientMachine(
        sleep: { try await Task.sleep(for: $0) },
        dice: {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        })
}
