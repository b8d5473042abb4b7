// VitePress's own theme, and what puts two codes side by side.

import "./style.css";

export { default } from "vitepress/theme";
