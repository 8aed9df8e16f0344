/* token.c - keys of guests and secrets of links: drawn here, kept only as hashes. */
#include <string.h>

#include <sodium.h>

#include "server/server_int.h"

void rd_token_draw(char out[RD_TOKEN_LEN + 1]) {
    uint8_t bytes[RD_TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(out, RD_TOKEN_LEN + 1, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

bool rd_server_draw_token(char *out, size_t cap) {
    if (cap <= RD_TOKEN_LEN || sodium_init() < 0) return false;
    rd_token_draw(out);
    return true;
}

void rd_token_hash(const char *token, uint8_t out[RD_STORE_HASH]) {
    crypto_hash_sha256(out, (const unsigned char *)token, strlen(token));
}
