/**
 * What lives as long as the tab. A browser that forbids storage throws at
 * every touch; then nothing is remembered, and nothing breaks.
 */
export function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {}
}

export function remembered(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
