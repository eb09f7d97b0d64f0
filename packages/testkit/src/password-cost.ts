/** Much lower than in production: the passwords of tests are not secret. */
export const passwordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
