#pragma once
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

// Sends a descriptor to the datagram socket at that address. Swift has none of the macros for control messages.
// Returns 0, or -1 with errno.
static inline int viperline_hand_over(int socket, const struct sockaddr *address, socklen_t length, int descriptor) {
    char byte = 0;
    struct iovec data = {&byte, 1};
    union {
        char room[CMSG_SPACE(sizeof(int))];
        struct cmsghdr header;
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {0};
    message.msg_name = (void *)address;
    message.msg_namelen = length;
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control.room;
    message.msg_controllen = sizeof control.room;
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(part), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? -1 : 0;
}

// Takes a descriptor that was handed over, close-on-exec. Returns -1 if there is none.
static inline int viperline_take_over(int socket) {
    char byte;
    struct iovec data = {&byte, 1};
    union {
        char room[CMSG_SPACE(sizeof(int))];
        struct cmsghdr header;
    } control;
    struct msghdr message = {0};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control.room;
    message.msg_controllen = sizeof control.room;
    if (recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) < 0) { return -1; }
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    if (!part || part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) { return -1; }
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(part), sizeof descriptor);
    return descriptor;
}
