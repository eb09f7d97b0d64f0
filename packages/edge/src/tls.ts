/** BCP 195 recommends these suites (RFC 9325 4.2), which FAPI 2.0 requires. TLS 1.3 has no others. */
export const tls12Ciphers = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
].join(':')
