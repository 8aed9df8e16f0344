/* args.h - reading the command line; used by main.c alone. */
#ifndef RD_CLI_ARGS_H
#define RD_CLI_ARGS_H

#include "cli/command.h"

/* The flags before the command; `a->operand` then begins with the command's name. */
rd_exit rd_args_scan_global(int argc, char **argv, const rd_flag *more, rd_args *a);

/* Flags and operands of a->command, which argv[0] names; adds to what was given before it. */
rd_exit rd_args_scan_command(int argc, char **argv, rd_args *a);

#endif
