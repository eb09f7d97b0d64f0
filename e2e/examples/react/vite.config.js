import react from '@vitejs/plugin-react'

export default {
  plugins: [react()],
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
}
