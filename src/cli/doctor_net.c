/* doctor_net.c - can people reach the server: this machine, its network, its firewall. */
#define _GNU_SOURCE /* the flags of interfaces are Linux's */

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/doctor.h"

typedef enum found { NOBODY, ROBODROME, ANOTHER, SILENT } found;

/* Who answers /health there?  Two seconds are enough on the same machine. */
static found knock(const char *address, int port) {
    static const char ASK[] = "GET /health HTTP/1.0\r\nHost: ";
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval wait = {.tv_sec = 2};
    char ask[200], said[1024];
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    found got = NOBODY;
    if (fd < 0 || inet_pton(AF_INET, address, &at.sin_addr) != 1) return NOBODY;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    int n = snprintf(ask, sizeof ask, "%s%s:%d\r\n\r\n", ASK, address, port);
    if (connect(fd, (struct sockaddr *)&at, sizeof at) == 0) {
        got = ANOTHER;
        size_t have = 0;
        ssize_t more = send(fd, ask, (size_t)n, MSG_NOSIGNAL);
        while (more > 0 && have < sizeof said - 1 &&
               (more = recv(fd, said + have, sizeof said - 1 - have, 0)) > 0)
            have += (size_t)more;
        said[have] = 0;
        if (have == 0 && more < 0 && errno == EAGAIN) got = SILENT;
        if (strstr(said, " 200 ") && strstr(said, "\r\n\r\nok\n")) got = ROBODROME;
    }
    close(fd);
    return got;
}

static bool lan_address(const struct ifaddrs *i, char out[INET_ADDRSTRLEN]) {
    if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || !(i->ifa_flags & IFF_UP) ||
        i->ifa_flags & IFF_LOOPBACK)
        return false;
    struct sockaddr_in in;
    memcpy(&in, i->ifa_addr, sizeof in);
    return inet_ntop(AF_INET, &in.sin_addr, out, INET_ADDRSTRLEN) != NULL;
}

static void look_at_lan(int port) {
    struct ifaddrs *all = NULL;
    char address[INET_ADDRSTRLEN];
    int n = 0, open = 0;
    if (getifaddrs(&all) != 0) {
        rd_doctor_say(RD_NOTICE, "network: cannot list the addresses: %s", strerror(errno));
        return;
    }
    for (const struct ifaddrs *i = all; i; i = i->ifa_next) {
        if (!lan_address(i, address)) continue;
        n++;
        if (knock(address, port) != ROBODROME) continue;
        open++;
        rd_doctor_say(RD_FINE, "network: phones can try http://%s:%d/", address, port);
    }
    freeifaddrs(all);
    if (n == 0)
        rd_doctor_say(RD_NOTICE, "network: this machine is in no local network; join a Wi-Fi to "
                                 "play with phones");
    else if (!open)
        rd_doctor_say(RD_NOTICE, "network: only this machine can play; for phones in the room "
                                 "start the server with --lan, or press Let phones join");
}

/* Is a line of the file this one? */
static bool file_says(const char *file, const char *text) {
    char line[200];
    bool yes = false;
    FILE *f = fopen(file, "r");
    while (f && !yes && fgets(line, sizeof line, f)) yes = strncmp(line, text, strlen(text)) == 0;
    if (f) fclose(f);
    return yes;
}

/* What a firewall lets through can only be tried from outside, so this names it and the way in. */
static void look_at_firewall(int port) {
    if (file_says("/etc/ufw/ufw.conf", "ENABLED=yes"))
        rd_doctor_say(RD_NOTICE,
                      "firewall: ufw is on; if phones cannot connect: sudo ufw allow %d/tcp", port);
    else if (access("/run/firewalld", F_OK) == 0 || access("/run/firewalld.pid", F_OK) == 0)
        rd_doctor_say(RD_NOTICE,
                      "firewall: firewalld is on; if phones cannot connect: "
                      "sudo firewall-cmd --add-port=%d/tcp",
                      port);
    else if (file_says("/proc/modules", "nf_tables ") || file_says("/proc/modules", "ip_tables "))
        rd_doctor_say(RD_NOTICE,
                      "firewall: the kernel may have rules; sudo nft list ruleset shows whether "
                      "port %d is open",
                      port);
    else
        rd_doctor_say(RD_FINE, "firewall: none was found on this machine");
}

void rd_doctor_network(int port) {
    switch (knock("127.0.0.1", port)) {
    case ROBODROME:
        rd_doctor_say(RD_FINE, "server: answers at http://127.0.0.1:%d/", port);
        look_at_lan(port);
        look_at_firewall(port);
        break;
    case ANOTHER:
        rd_doctor_say(RD_WRONG,
                      "server: another program has port %d; end it, or start the server with "
                      "--port and another number",
                      port);
        break;
    case SILENT:
        rd_doctor_say(RD_WRONG,
                      "server: the program at port %d says nothing for two seconds; if it is the "
                      "server, restart it",
                      port);
        break;
    default:
        rd_doctor_say(RD_NOTICE,
                      "server: nobody answers at port %d; start it with robodrome serve, or name "
                      "its port with --port",
                      port);
    }
}
