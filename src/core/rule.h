/* rule.h - the switch that proves a rule has a place in the code and a test.
**
** Code that carries out a rule asks RD_RULE(id) at the place where it matters.  In every ordinary
** build that is the constant 1.  In the mutant build one rule at a time is switched off, and a
** scenario that cites it must fail (tools/check/mutants).
**
** It is a guard: what the rule does happens, or does not.  It never chooses between the rule and
** another one that no rulebook has (tools/check/layers).
*/
#ifndef RD_CORE_RULE_H
#define RD_CORE_RULE_H

#ifdef RD_MUTANTS
extern int rd_rule_off; /* index into game->rules, or -1; set by `scenario --without` */
#define RD_RULE(index) (rd_rule_off != (int)(index))
#else
#define RD_RULE(index) ((void)(index), 1)
#endif

/* The number, or set, that a rule gives: nothing while it is switched off. */
#define RD_GIVEN(index, what) (RD_RULE(index) ? (what) : 0)

/* Of a list of rules X(name, "ID"): the ids as game->rules has them. */
#define RD_RULE_ID(name, id) id,

#endif
