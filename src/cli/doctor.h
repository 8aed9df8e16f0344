/* doctor.h - inside `robodrome doctor`: what a check finds, and in which words. */
#ifndef RD_CLI_DOCTOR_H
#define RD_CLI_DOCTOR_H

typedef enum rd_finding {
    RD_FINE,
    RD_NOTICE, /* worth knowing; nothing has to be done */
    RD_WRONG,  /* says what to do                       */
} rd_finding;

/* One line of the report. */
void rd_doctor_say(rd_finding what, const char *pattern, ...) __attribute__((format(printf, 2, 3)));

/* Is a server at this port, for this machine and for the local network; what may be in the way? */
void rd_doctor_network(int port);

#endif
