/** Value of a secret field that keeps the stored one. */
export const keptSecretMask = '********'
