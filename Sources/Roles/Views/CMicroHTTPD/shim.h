#pragma once
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

// Escapes in a path or an argument stay as they are: nothing that we serve has any, and a NUL would hide what follows it.
static inline size_t viperline_http_keep(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

// Swift cannot call functions with variable arguments. This starts a server on a socket that listens already, or, with -1, for
// connections that it is given. It has no thread of its own: it works while MHD_run is called, whenever its descriptor can be read.
static inline struct MHD_Daemon *viperline_http_start(
    int listener, MHD_AccessHandlerCallback answer, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback came_or_went, void *context,
    unsigned int most_connections, unsigned int seconds_idle, size_t memory_of_connection) {
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (listener < 0 ? MHD_USE_NO_LISTEN_SOCKET : 0), 0, NULL, NULL, answer, context,
        // An option without effect stands for the one that only a server that listens has.
        listener < 0 ? MHD_OPTION_LISTEN_BACKLOG_SIZE : MHD_OPTION_LISTEN_SOCKET, listener < 0 ? 1 : listener,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, came_or_went, context,
        MHD_OPTION_UNESCAPE_CALLBACK, viperline_http_keep, NULL,
        MHD_OPTION_CONNECTION_LIMIT, most_connections,
        MHD_OPTION_CONNECTION_TIMEOUT, seconds_idle,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_of_connection,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
}

// The descriptor to wait for; -1 if there is none.
static inline int viperline_http_descriptor(struct MHD_Daemon *server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

// A header of the request. NULL if the request has none of this name.
static inline const char *viperline_http_header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

struct viperline_http_census {
    const char *name;
    int count;
};

static inline enum MHD_Result viperline_http_count(
    void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    (void)value;
    struct viperline_http_census *census = context;
    if (strcasecmp(name, census->name) == 0) { census->count += 1; }
    return MHD_YES;
}

// Whether a header is there once at most.
static inline int viperline_http_is_single(struct MHD_Connection *connection, const char *name) {
    struct viperline_http_census census = {name, 0};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, viperline_http_count, &census);
    return census.count <= 1;
}

// Swift has no names for the cases.
static inline int viperline_http_has_come(enum MHD_ConnectionNotificationCode change) { return change == MHD_CONNECTION_NOTIFY_STARTED; }

// Ends what a client can still send or receive. The server then closes the connection.
static inline void viperline_http_end(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info) { shutdown(info->connect_fd, SHUT_RDWR); }
}

static inline const char *viperline_http_cookie(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, name);
}

static inline const char *viperline_http_argument(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

// An answer with a copy of these bytes.
static inline struct MHD_Response *viperline_http_response(void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, bytes, MHD_RESPMEM_MUST_COPY);
}

// Gives a connection to the server, which closes it from now on.
static inline int viperline_http_add(struct MHD_Daemon *server, int connection) {
    struct sockaddr_in nobody = {0};
    nobody.sin_family = AF_INET;
    return MHD_add_connection(server, connection, (struct sockaddr *)&nobody, sizeof nobody) == MHD_YES ? 0 : -1;
}
