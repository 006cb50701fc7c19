import './exporter.mjs';
