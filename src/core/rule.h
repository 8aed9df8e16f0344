/* rule.h - the switch that proves a rule has a place in the code and a test.
**
** Code that carries out a rule asks RD_RULE(id) at the place where it matters.  In every ordinary
** build that is the constant 1.  In the mutant build one rule at a time is switched off, and a
** scenario that cites it must fail (tools/check/mutants).
*/
#ifndef RD_CORE_RULE_H
#define RD_CORE_RULE_H

#ifdef RD_MUTANTS
extern int rd_rule_off; /* index into game->rules, or -1; set by `scenario --without` */
#define RD_RULE(index) (rd_rule_off != (int)(index))
#else
#define RD_RULE(index) 1
#endif

#endif
