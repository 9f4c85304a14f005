/// Who is on duty when. Where the queue is spread over nodes it stays with the one that is asked who is.
enum RotaSchema {
    static let sql = """
        CREATE FUNCTION belfry_rota_gone() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM rota_people WHERE app_id = OLD.app_id AND rota = OLD.name;
            DELETE FROM rota_overrides WHERE app_id = OLD.app_id AND rota = OLD.name;
            RETURN NULL;
        END $$;
        -- Who is on duty when, by their turn: when they hand over, and how many places there are, also of those who were erased.
        CREATE TABLE rotas (
            app_id \(Schema.identifier) NOT NULL,
            name \(Schema.identifier) NOT NULL,
            created_at \(Schema.madeAt),
            handovers json NOT NULL,
            place_count bigint NOT NULL CHECK (place_count > 0),
            PRIMARY KEY (app_id, name)
        );
        CREATE TABLE rota_people (
            app_id \(Schema.identifier) NOT NULL,
            rota \(Schema.identifier) NOT NULL,
            user_id \(Schema.identifier) NOT NULL,
            -- From 0.
            place bigint NOT NULL,
            PRIMARY KEY (app_id, rota, user_id)
        );
        CREATE INDEX rota_people_user ON rota_people (user_id, app_id, rota);
        -- Somebody else for a while, as the clock of the rota's zone shows it: 2026-12-24T18:00:00.
        CREATE TABLE rota_overrides (
            app_id \(Schema.identifier) NOT NULL,
            rota \(Schema.identifier) NOT NULL,
            from_local text COLLATE "C" NOT NULL,
            until_local text COLLATE "C" NOT NULL CHECK (until_local > from_local),
            user_id \(Schema.identifier) NOT NULL,
            PRIMARY KEY (app_id, rota, from_local)
        );
        CREATE INDEX rota_overrides_user ON rota_overrides (user_id, app_id, rota, from_local);
        -- Whoever is in it goes with it.
        CREATE TRIGGER rotas_gone AFTER DELETE ON rotas FOR EACH ROW EXECUTE FUNCTION belfry_rota_gone();
        """
}
