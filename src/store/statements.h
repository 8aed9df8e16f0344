/* statements.h - every statement that the store runs, by name.
**
** They are written once, in what SQLite and PostgreSQL have in common.  PostgreSQL reads "?" as "$"
** and the comment "lock" as "lock the row, or pass over it when another process has locked it": who
** cannot lock the row of its table is not its owner any more.  Texts that differ are in postgres/.
*/
#ifndef RD_STORE_STATEMENTS_H
#define RD_STORE_STATEMENTS_H

/* The number of a table's last input.  SQLite keeps it nowhere else: with a column of the table's row
** every move wrote a second page. */
#define RD_HEAD                                                            \
    "coalesce((SELECT inputs.seq FROM inputs WHERE inputs.tab = tables.id" \
    " ORDER BY inputs.seq DESC LIMIT 1), 0)"

/* Columns that rd_store_table is read from. */
#define RD_TABLE_COLUMNS "id, epoch, " RD_HEAD ", made, game, phase, listed, changed, about, timed"

/* clang-format off */
#define RD_STATEMENTS(X)                                                                          \
    X(create, "INSERT INTO tables(id, epoch, made, game, phase, listed, changed, about, timed)"   \
              " VALUES(?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT(id) DO NOTHING")            \
    X(take, "UPDATE tables SET epoch = epoch + 1 WHERE id = ?1 AND epoch = ?2 AND " RD_HEAD " = ?3")\
    X(advance, "SELECT 1 FROM tables WHERE id = ?1 AND epoch = ?2 AND " RD_HEAD " = ?3 - 1")      \
    X(append, "INSERT INTO inputs(tab, seq, person, body) VALUES(?1, ?3, ?4, ?5)")                \
    X(exists, "SELECT 1 FROM tables WHERE id = ?1")                                               \
    X(checkpoint, "INSERT INTO checkpoints(tab, seq, body) SELECT id, ?3, ?4 FROM tables"         \
                  " WHERE id = ?1 AND epoch = ?2 AND " RD_HEAD " >= ?3"                           \
                  " ON CONFLICT(tab) DO UPDATE SET seq = excluded.seq, body = excluded.body")     \
    X(describe, "UPDATE tables SET game = ?3, phase = ?4, listed = ?5, changed = ?6, about = ?7," \
                " timed = ?8 WHERE id = (SELECT id FROM tables WHERE id = ?1"                     \
                " AND epoch = ?2 /*lock*/)")                                                      \
    X(own, "SELECT id FROM tables WHERE id = ?1 AND epoch = ?2 /*lock*/")                         \
    X(unseat, "DELETE FROM places WHERE tab = (SELECT id FROM tables WHERE id = ?1"               \
              " AND epoch = ?2)")                                                                 \
    X(seat, "INSERT INTO places(tab, person) SELECT id, ?3 FROM tables WHERE id = ?1"             \
            " AND epoch = ?2 ON CONFLICT(tab, person) DO NOTHING")                                \
    X(finish, "INSERT INTO records(tab, game, made, body) SELECT id, ?3, ?4, ?5 FROM tables"      \
              " WHERE id = ?1 AND epoch = ?2"                                                     \
              " ON CONFLICT(tab, game) DO UPDATE SET body = excluded.body")                       \
    X(remove, "DELETE FROM tables WHERE id = ?1")                                                 \
    X(find, "SELECT " RD_TABLE_COLUMNS " FROM tables WHERE id = ?1")                              \
    X(load_point, "SELECT seq, body FROM checkpoints WHERE tab = ?1")                             \
    X(load_inputs, "SELECT seq, person, body FROM inputs WHERE tab = ?1 AND seq > ?2 ORDER BY seq")\
    X(load_line, "SELECT seq, person, body FROM inputs WHERE tab = ?1 AND seq = ?2")              \
    X(list_open, "SELECT " RD_TABLE_COLUMNS " FROM tables WHERE listed = 1 AND phase = 0"         \
                 " AND changed < ?2 ORDER BY changed DESC LIMIT ?3")                              \
    X(list_mine, "SELECT " RD_TABLE_COLUMNS " FROM tables JOIN places ON tab = id"                \
                 " WHERE person = ?1 AND phase < 2 AND changed < ?2"                              \
                 " ORDER BY changed DESC LIMIT ?3")                                               \
    X(list_over, "SELECT " RD_TABLE_COLUMNS " FROM tables JOIN places ON tab = id"                \
                 " WHERE person = ?1 AND phase = 2 AND changed < ?2"                              \
                 " ORDER BY changed DESC LIMIT ?3")                                               \
    X(orphans, "SELECT " RD_TABLE_COLUMNS " FROM tables WHERE timed = 1 AND phase = 1"            \
               " ORDER BY changed DESC LIMIT ?1")                                                 \
    X(moved, "SELECT id, epoch FROM tables WHERE 0 = 1")                                          \
    X(report, "INSERT INTO reports(tab, person, body, made) VALUES(?1, ?2, ?3, ?4)")              \
    X(reports, "SELECT id, tab, person, made, body FROM reports ORDER BY id LIMIT ?1")            \
    X(report_remove, "DELETE FROM reports WHERE id = ?1")                                         \
    X(unreport, "DELETE FROM reports WHERE person = ?1")                                          \
    X(note, "INSERT INTO notes(name, body) VALUES(?1, ?2) ON CONFLICT(name) DO NOTHING")          \
    X(noted, "SELECT body FROM notes WHERE name = ?1")                                            \
    X(notes_like, "SELECT name FROM notes WHERE name LIKE ?1 || '%'")                             \
    X(unnote, "DELETE FROM notes WHERE name = ?1")                                                \
    X(last_alive, "SELECT coalesce(max(ended), 0) FROM lives")                                    \
    X(life, "INSERT INTO lives(began, ended) VALUES(?1, ?1) RETURNING began")                     \
    X(go_on, "UPDATE lives SET ended = ?1 WHERE began = ?2")                                      \
    X(lives, "SELECT began, ended FROM lives ORDER BY began DESC")                                \
    X(record, "SELECT body FROM records WHERE tab = ?1 AND (game = ?2 OR ?2 = 0)"                 \
              " ORDER BY game DESC LIMIT 1")                                                      \
    X(person_new, "INSERT INTO people(name, lang, made, seen) VALUES(?1, ?2, ?3, ?3) RETURNING id")\
    X(key_new, "INSERT INTO keys(hash, person, made) VALUES(?1, ?2, ?3)"                          \
               " ON CONFLICT(hash) DO NOTHING")                                                   \
    X(who, "SELECT p.id, p.made, p.seen, p.name, p.lang FROM keys JOIN people AS p"               \
           " ON p.id = person WHERE hash = ?1")                                                   \
    X(person, "SELECT id, made, seen, name, lang FROM people WHERE id = ?1")                      \
    X(rename, "UPDATE people SET name = ?2, lang = ?3 WHERE id = ?1")                             \
    X(seen, "UPDATE people SET seen = ?2 WHERE id = ?1")                                          \
    X(forget, "DELETE FROM people WHERE id = ?1")                                                 \
    X(erase, "UPDATE inputs SET body = ?2 WHERE person = ?1")                                     \
    X(link_new, "INSERT INTO links(hash, person, until) SELECT ?1, id, ?3 FROM people"            \
                " WHERE id = ?2 ON CONFLICT(hash) DO NOTHING")                                    \
    X(link_find, "SELECT person FROM links WHERE hash = ?1 AND until > ?2")                       \
    X(link_use, "DELETE FROM links WHERE hash = ?1")                                              \
    X(bot_new, "INSERT INTO bots(hash, person, name, made) SELECT ?1, p.id, ?3, ?4"               \
               " FROM people AS p WHERE p.id = ?2"                                                \
               " AND (SELECT count(*) FROM bots WHERE person = ?2) < ?5"                          \
               " ON CONFLICT(hash) DO NOTHING RETURNING id")                                      \
    X(bot_known, "SELECT id, person, made, name FROM bots WHERE hash = ?1")                       \
    X(bot, "SELECT id, person, made, name FROM bots WHERE id = ?1")                               \
    X(bots, "SELECT id, person, made, name FROM bots WHERE person = ?1 ORDER BY id")              \
    X(bot_remove, "DELETE FROM bots WHERE person = ?1 AND id = ?2")                               \
    X(feed_new, "INSERT INTO feeds(person, hash, made) SELECT id, ?1, ?3 FROM people"             \
                " WHERE id = ?2 ON CONFLICT(person) DO UPDATE SET hash = excluded.hash,"          \
                " made = excluded.made")                                                          \
    X(feed_remove, "DELETE FROM feeds WHERE person = ?1")                                         \
    X(feed_of, "SELECT hash, person FROM feeds WHERE hash = ?1")                                  \
    X(feed_made, "SELECT made FROM feeds WHERE person = ?1")                                      \
    X(block, "INSERT INTO blocks(person, other) SELECT p.id, o.id FROM people AS p, people AS o"  \
             " WHERE p.id = ?1 AND o.id = ?2 AND (SELECT count(*) FROM blocks WHERE person = ?1) < ?3"\
             " ON CONFLICT DO NOTHING")                                                           \
    X(unblock, "DELETE FROM blocks WHERE person = ?1 AND other = ?2")                             \
    X(blocked, "SELECT other FROM blocks WHERE person = ?1 ORDER BY other")                       \
    X(invite, "INSERT INTO codes(code, tab, until) SELECT ?1, id, ?3 FROM tables WHERE id = ?2"   \
              " ON CONFLICT(code) DO NOTHING")                                                    \
    X(invited, "SELECT tab FROM codes WHERE code = ?1 AND until > ?2")                            \
    X(count, "INSERT INTO counts(what, span, n) VALUES(?1, ?2, 1) ON CONFLICT(what, span)"        \
             " DO UPDATE SET n = counts.n + 1 WHERE counts.n < ?3")                               \
    X(ban, "INSERT INTO bans(what, until) VALUES(?1, ?2) ON CONFLICT(what) DO UPDATE SET until =" \
           " CASE WHEN bans.until > excluded.until THEN bans.until ELSE excluded.until END")      \
    X(banned, "SELECT 1 FROM bans WHERE what = ?1 AND until > ?2")                                \
    X(sweep_links, "DELETE FROM links WHERE until <= ?1")                                         \
    X(sweep_codes, "DELETE FROM codes WHERE until <= ?1")                                         \
    X(sweep_bans, "DELETE FROM bans WHERE until <= ?1")                                           \
    X(sweep_counts, "DELETE FROM counts WHERE span < ?1")                                         \
    X(sweep_tables, "DELETE FROM tables WHERE phase = 0 AND changed < ?1")                        \
    X(sweep_running, "DELETE FROM tables WHERE phase = 1 AND changed < ?1")                       \
    X(sweep_people, "DELETE FROM people WHERE seen < ?1"                                          \
                    " AND NOT EXISTS (SELECT 1 FROM places WHERE person = people.id)")            \
    X(examine, "SELECT (SELECT count(*) FROM people), (SELECT count(*) FROM tables),"             \
               " (SELECT count(*) FROM tables WHERE phase = 1),"                                  \
               " (SELECT coalesce(max(ended), 0) FROM lives), 1, 'SQLite ' || sqlite_version(),"  \
               " (SELECT quick_check FROM pragma_quick_check(1))")                                \
    X(unban, "DELETE FROM bans WHERE what = ?1")                                                  \
    X(bans, "SELECT what, until FROM bans WHERE until > ?1 ORDER BY what")                        \
    X(set_note, "INSERT INTO notes(name, body) VALUES(?1, ?2) ON CONFLICT(name)"                  \
                " DO UPDATE SET body = excluded.body")                                            \
    X(sweep_over, "DELETE FROM tables WHERE phase = 2 AND changed < ?1")                          \
    X(said, "SELECT tab, body FROM inputs WHERE person = ?1 AND person <> 0 ORDER BY tab, seq")   \
    X(patient, "SELECT 1") /* this batch may stand still for long: nobody waits for it */          \
    X(any, "SELECT 1 AS what FROM people UNION SELECT 1 FROM tables UNION SELECT 2 FROM notes"    \
           " ORDER BY what LIMIT 1")                                                              \
    X(out_numbers, "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'people'), 0)," \
                   " coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'bots'), 0)")         \
    X(out_notes, "SELECT name, body FROM notes ORDER BY name")                                    \
    X(out_lives, "SELECT began, ended FROM lives ORDER BY ended DESC LIMIT 1")                    \
    X(out_people, "SELECT id, name, lang, made, seen FROM people ORDER BY id")                    \
    X(out_keys, "SELECT hash, person, made FROM keys ORDER BY hash")                              \
    X(out_bots, "SELECT id, hash, person, name, made FROM bots ORDER BY id")                      \
    X(out_feeds, "SELECT hash, person, made FROM feeds ORDER BY person")                          \
    X(out_blocks, "SELECT person, other FROM blocks ORDER BY person, other")                      \
    X(out_bans, "SELECT what, until FROM bans ORDER BY what")                                     \
    X(out_reports, "SELECT tab, person, body, made FROM reports ORDER BY id")                     \
    X(out_tables, "SELECT " RD_TABLE_COLUMNS " FROM tables WHERE id > ?1 ORDER BY id LIMIT 1")    \
    X(out_inputs, "SELECT tab, seq, person, body FROM inputs WHERE tab = ?1 ORDER BY seq")        \
    X(out_checkpoints, "SELECT tab, seq, body FROM checkpoints WHERE tab = ?1")                   \
    X(out_records, "SELECT tab, game, made, body FROM records WHERE tab = ?1 ORDER BY game")      \
    X(out_places, "SELECT tab, person FROM places WHERE tab = ?1 ORDER BY person")                \
    X(out_codes, "SELECT code, tab, until FROM codes WHERE tab = ?1 ORDER BY code")               \
    X(in_last_person, "INSERT INTO sqlite_sequence(name, seq) VALUES('people', ?1)")              \
    X(in_last_bot, "INSERT INTO sqlite_sequence(name, seq) VALUES('bots', ?1)")                   \
    X(in_notes, "INSERT INTO notes(name, body) VALUES(?1, ?2)")                                   \
    X(in_lives, "INSERT INTO lives(began, ended) VALUES(?1, ?2)")                                 \
    X(in_people, "INSERT INTO people(id, name, lang, made, seen) VALUES(?1, ?2, ?3, ?4, ?5)")     \
    X(in_keys, "INSERT INTO keys(hash, person, made) VALUES(?1, ?2, ?3)")                         \
    X(in_bots, "INSERT INTO bots(id, hash, person, name, made) VALUES(?1, ?2, ?3, ?4, ?5)")       \
    X(in_feeds, "INSERT INTO feeds(hash, person, made) VALUES(?1, ?2, ?3)")                       \
    X(in_blocks, "INSERT INTO blocks(person, other) VALUES(?1, ?2)")                              \
    X(in_bans, "INSERT INTO bans(what, until) VALUES(?1, ?2)")                                    \
    X(in_reports, "INSERT INTO reports(tab, person, body, made) VALUES(?1, ?2, ?3, ?4)")          \
    X(in_tables, "INSERT INTO tables(id, epoch, made, game, phase, listed, changed, about, timed)"\
                 " VALUES(?1, ?2, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")                                  \
    X(in_inputs, "INSERT INTO inputs(tab, seq, person, body) VALUES(?1, ?2, ?3, ?4)")             \
    X(in_checkpoints, "INSERT INTO checkpoints(tab, seq, body) VALUES(?1, ?2, ?3)")               \
    X(in_records, "INSERT INTO records(tab, game, made, body) VALUES(?1, ?2, ?3, ?4)")            \
    X(in_places, "INSERT INTO places(tab, person) VALUES(?1, ?2)")                                \
    X(in_codes, "INSERT INTO codes(code, tab, until) VALUES(?1, ?2, ?3)")
/* clang-format on */

#endif
