/* transmissions_rules.h - the numbered rules of docs/rules/transmissions.md, as an enum. */
#ifndef RD_TRANSMISSIONS_RULES_H
#define RD_TRANSMISSIONS_RULES_H

/* IDEA and LEAF rows are in the order of the rulebook's reminders: a tile's `memo` picks its row.
 */
#define TX_RULES(X)              \
    X(SETUP_1, "TX-SETUP-1")     \
    X(SETUP_2, "TX-SETUP-2")     \
    X(SETUP_3, "TX-SETUP-3")     \
    X(SETUP_4, "TX-SETUP-4")     \
    X(SETUP_5, "TX-SETUP-5")     \
    X(SETUP_6, "TX-SETUP-6")     \
    X(SETUP_7, "TX-SETUP-7")     \
    X(SETUP_8, "TX-SETUP-8")     \
    X(SETUP_9, "TX-SETUP-9")     \
    X(TURN_1, "TX-TURN-1")       \
    X(TURN_2, "TX-TURN-2")       \
    X(CARD_1, "TX-CARD-1")       \
    X(CARD_2, "TX-CARD-2")       \
    X(CARD_3, "TX-CARD-3")       \
    X(MOVE_1, "TX-MOVE-1")       \
    X(MOVE_2, "TX-MOVE-2")       \
    X(MOVE_3, "TX-MOVE-3")       \
    X(MOVE_4, "TX-MOVE-4")       \
    X(ACT_1, "TX-ACT-1")         \
    X(USE_1, "TX-USE-1")         \
    X(USE_2, "TX-USE-2")         \
    X(LAKE_1, "TX-LAKE-1")       \
    X(MEADOW_1, "TX-MEADOW-1")   \
    X(ENGRAM_1, "TX-ENGRAM-1")   \
    X(POWER_1, "TX-POWER-1")     \
    X(POWER_2, "TX-POWER-2")     \
    X(FOREST_1, "TX-FOREST-1")   \
    X(FOREST_2, "TX-FOREST-2")   \
    X(FOREST_3, "TX-FOREST-3")   \
    X(FOREST_4, "TX-FOREST-4")   \
    X(FOREST_5, "TX-FOREST-5")   \
    X(TOWN_1, "TX-TOWN-1")       \
    X(TOWN_2, "TX-TOWN-2")       \
    X(TOWN_3, "TX-TOWN-3")       \
    X(JUNK_1, "TX-JUNK-1")       \
    X(JUNK_2, "TX-JUNK-2")       \
    X(JUNK_3, "TX-JUNK-3")       \
    X(JUNK_4, "TX-JUNK-4")       \
    X(PIPE_1, "TX-PIPE-1")       \
    X(PIPE_2, "TX-PIPE-2")       \
    X(PIPE_3, "TX-PIPE-3")       \
    X(END_1, "TX-END-1")         \
    X(END_2, "TX-END-2")         \
    X(END_3, "TX-END-3")         \
    X(END_4, "TX-END-4")         \
    X(SCORE_1, "TX-SCORE-1")     \
    X(SCORE_2, "TX-SCORE-2")     \
    X(SCORE_3, "TX-SCORE-3")     \
    X(SCORE_4, "TX-SCORE-4")     \
    X(SCORE_5, "TX-SCORE-5")     \
    X(SCORE_6, "TX-SCORE-6")     \
    X(SCORE_7, "TX-SCORE-7")     \
    X(SCORE_8, "TX-SCORE-8")     \
    X(SCORE_9, "TX-SCORE-9")     \
    X(SCORE_10, "TX-SCORE-10")   \
    X(SCORE_11, "TX-SCORE-11")   \
    X(IDEA_1, "TX-IDEA-1")       \
    X(IDEA_2, "TX-IDEA-2")       \
    X(IDEA_3, "TX-IDEA-3")       \
    X(IDEA_4, "TX-IDEA-4")       \
    X(IDEA_5, "TX-IDEA-5")       \
    X(IDEA_6, "TX-IDEA-6")       \
    X(IDEA_7, "TX-IDEA-7")       \
    X(IDEA_8, "TX-IDEA-8")       \
    X(IDEA_9, "TX-IDEA-9")       \
    X(IDEA_10, "TX-IDEA-10")     \
    X(IDEA_11, "TX-IDEA-11")     \
    X(IDEA_12, "TX-IDEA-12")     \
    X(IDEA_13, "TX-IDEA-13")     \
    X(IDEA_14, "TX-IDEA-14")     \
    X(IDEA_15, "TX-IDEA-15")     \
    X(IDEA_16, "TX-IDEA-16")     \
    X(IDEA_17, "TX-IDEA-17")     \
    X(IDEA_18, "TX-IDEA-18")     \
    X(IDEA_19, "TX-IDEA-19")     \
    X(IDEA_20, "TX-IDEA-20")     \
    X(IDEA_21, "TX-IDEA-21")     \
    X(IDEA_22, "TX-IDEA-22")     \
    X(IDEA_23, "TX-IDEA-23")     \
    X(IDEA_24, "TX-IDEA-24")     \
    X(LEAF_1, "TX-LEAF-1")       \
    X(LEAF_2, "TX-LEAF-2")       \
    X(LEAF_3, "TX-LEAF-3")       \
    X(LEAF_4, "TX-LEAF-4")       \
    X(LEAF_5, "TX-LEAF-5")       \
    X(LEAF_6, "TX-LEAF-6")       \
    X(LEAF_7, "TX-LEAF-7")       \
    X(LEAF_8, "TX-LEAF-8")       \
    X(LEAF_9, "TX-LEAF-9")       \
    X(LEAF_10, "TX-LEAF-10")     \
    X(LEAF_11, "TX-LEAF-11")     \
    X(ITEM_1, "TX-ITEM-1")       \
    X(ITEM_2, "TX-ITEM-2")       \
    X(ITEM_3, "TX-ITEM-3")       \
    X(SOLO_1, "TX-SOLO-1")       \
    X(SOLO_2, "TX-SOLO-2")       \
    X(SOLO_3, "TX-SOLO-3")       \
    X(SOLO_4, "TX-SOLO-4")       \
    X(SOLO_5, "TX-SOLO-5")       \
    X(SOLO_6, "TX-SOLO-6")       \
    X(SOLO_7, "TX-SOLO-7")       \
    X(SOLO_8, "TX-SOLO-8")       \
    X(SOLO_9, "TX-SOLO-9")       \
    X(SOLO_10, "TX-SOLO-10")     \
    X(SOLO_11, "TX-SOLO-11")     \
    X(SOLO_12, "TX-SOLO-12")     \
    X(SOLO_13, "TX-SOLO-13")     \
    X(SOLO_14, "TX-SOLO-14")     \
    X(HARVEY_1, "TX-HARVEY-1")   \
    X(HARVEY_2, "TX-HARVEY-2")   \
    X(HARVEY_3, "TX-HARVEY-3")   \
    X(HARVEY_4, "TX-HARVEY-4")   \
    X(HARVEY_5, "TX-HARVEY-5")   \
    X(HARVEY_6, "TX-HARVEY-6")   \
    X(HARVEY_7, "TX-HARVEY-7")   \
    X(HARVEY_8, "TX-HARVEY-8")   \
    X(HARVEY_9, "TX-HARVEY-9")   \
    X(HARVEY_10, "TX-HARVEY-10") \
    X(HARVEY_11, "TX-HARVEY-11") \
    X(HARVEY_12, "TX-HARVEY-12") \
    X(HARVEY_13, "TX-HARVEY-13") \
    X(HARVEY_14, "TX-HARVEY-14") \
    X(HARVEY_15, "TX-HARVEY-15") \
    X(HARVEY_16, "TX-HARVEY-16")
enum {
#define X(name, id) TX_##name,
    TX_RULES(X)
#undef X
        TX_RULE_COUNT
};

#endif
