// For converters whose network cannot be taken away: every proxy variable points to a port without a listener (discard, RFC 863).

export const NOWHERE = {
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  ftp_proxy: 'http://127.0.0.1:9',
  all_proxy: 'http://127.0.0.1:9',
  no_proxy: '',
} as const;
