// What the plan's rate still allows, as the last answer said (`RateLimit: "requests";r=41;t=17`).

export interface Rate {
  remaining: number;
}

export function noteRate(rate: Rate, headers: Headers): void {
  const remaining = /;\s*r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  if (remaining !== undefined) rate.remaining = Number(remaining);
}
