// What Swift cannot read of libnfc's headers, a line each; everything else is libnfc's own.
#ifndef PROVISION_CLIBNFC_SHIM_H
#define PROVISION_CLIBNFC_SHIM_H

#include <nfc/nfc.h>
#include <stdlib.h>
#include <string.h>

// nfc_connstring is a char[1024], which Swift sees as a tuple of 1,024 elements: list into one flat
// buffer of `capacity` strings of 1,024 bytes each.
static inline size_t provision_nfc_list_devices(nfc_context *context, char *buffer, size_t capacity) {
  return nfc_list_devices(context, (nfc_connstring *)(void *)buffer, capacity);
}

// nfc_open takes an nfc_connstring by its full size; a shorter C string is read past its end.
static inline nfc_device *provision_nfc_open(nfc_context *context, const char *connection) {
  nfc_connstring whole;
  memset(whole, 0, sizeof whole);
  strncpy(whole, connection, sizeof whole - 1);
  return nfc_open(context, whole);
}

#endif
