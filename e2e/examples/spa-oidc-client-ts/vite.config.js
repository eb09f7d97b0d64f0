export default { server: { port: Number(process.env.PORT ?? 3000), strictPort: true } }
