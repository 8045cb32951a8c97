// Day or night: as the device has it, until somebody chooses.

const THEMES = ["night", "day"];

const ofDevice = () => (matchMedia("(prefers-color-scheme: light)").matches ? "day" : "night");

export function theme() {
  const chosen = localStorage.getItem("theme");
  return THEMES.includes(chosen) ? chosen : ofDevice();
}

export function showTheme() {
  document.documentElement.dataset.theme = theme();
}

export function switchTheme() {
  localStorage.setItem("theme", THEMES.find((other) => other !== theme()));
  showTheme();
}
