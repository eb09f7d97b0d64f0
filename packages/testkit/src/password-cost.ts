/** Far less than a password costs in production: the hashes of tests are of nobody. */
export const passwordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
