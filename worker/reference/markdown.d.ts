// Markdown is bundled as text (wrangler.toml `rules`, scripts/local/edge.ts `loader`).
declare module '*.md' {
  const text: string;
  export default text;
}
