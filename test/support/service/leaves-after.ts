// The header by which a test says after how many milliseconds the client of a request goes away (leaving-worker.ts).

export const LEAVES_AFTER = 'x-test-leaves-after';
