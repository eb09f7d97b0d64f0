/** A key pair of age (X25519) for tests. */
export const ageIdentity = 'AGE-SECRET-KEY-1N9M4AQRAAL66CW7YNJF2DJ0YYGJCZPN9T67KK8WUYFTPU3UTWKKSGYW2HL'
export const ageRecipient = 'age1uzqzfdv32e7etcvn2p4s4yz2jcrzhctevc4zdquwjjdafjtzavts4h2txv'
